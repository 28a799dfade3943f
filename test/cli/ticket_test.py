#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Printed tickets, read back as a cashier's reader would: ticket_test.py PROGRAM.

The pages of a PDF are turned into pictures with the resolution of a ticket printer, and a real
barcode reader (zbarimg) scans them.
"""
import json
import re
import subprocess

import program

DOTS_PER_INCH = 203
NUMBER = re.compile(r"\b99 \d{4} \d{4} \d{4} \d{4}\b")


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, timeout=240).stdout


class Tickets(program.CliTest):
    def sample(self, *options):
        """The bytes that are written."""
        return output_of(program.SICBO, "ticket", "sample", *options)

    def test_barcodes_are_read_from_the_paper(self):
        count = 200
        pdf = self.folder / "tickets.pdf"
        pdf.write_bytes(self.sample("--count", str(count), "--amount", "1234567.89"))
        output_of("pdftoppm", "-r", str(DOTS_PER_INCH), "-gray", pdf, self.folder / "page")
        pictures = sorted(self.folder.glob("page-*.pgm"))
        self.assertEqual(len(pictures), count)
        read = output_of("zbarimg", "--quiet", "--raw", "-Sdisable", "-Si25.enable", *pictures)
        texts = output_of("pdftotext", "-layout", pdf, "-").decode().split("\f")[:count]
        printed = [NUMBER.findall(text) for text in texts]
        self.assertEqual(read.decode().split(), [one[0].replace(" ", "") for one in printed])
        self.assertEqual(len(set(read.decode().split())), count)
        for text, numbers in zip(texts, printed):
            self.assertIn("SGD 1234567.89", text)
            self.assertIn("SPECIMEN", text)
            self.assertIn("壹佰贰拾叁万肆仟伍佰陆拾柒元捌角玖分", text)
            self.assertEqual(len(set(numbers)), 1)

    def test_every_chinese_character_has_ink(self):
        """A font that is embedded in part leaves characters white, which no text search shows."""
        pdf = self.folder / "ticket.pdf"
        pdf.write_bytes(self.sample("--amount", "1234567.89"))
        words = "新加坡元壹佰贰拾叁万肆仟伍佰陆拾柒元捌角玖分"
        size, base_line = 3.2, 52.3  # millimetres; each character is a square
        scale = 600 / 25.4
        left = 156 / 2 - len(words) * size / 2
        for index, character in enumerate(words):
            x, y = (left + index * size) * scale, (base_line - 0.8 * size) * scale
            cell = output_of("pdftoppm", "-r", "600", "-gray", "-x", str(round(x)), "-y",
                             str(round(y)), "-W", str(round(size * scale)), "-H",
                             str(round(size * scale)), pdf)
            pixels = cell.split(b"255\n", 1)[1]
            ink = sum(pixel < 100 for pixel in pixels) / len(pixels)
            self.assertGreater(ink, 0.03, character)

    def test_number_stands_in_two_places(self):
        svg = self.sample("--format", "svg").decode()
        numbers = NUMBER.findall(svg)
        self.assertEqual(len(numbers), 2)
        self.assertEqual(len(set(numbers)), 1)

    def test_json_says_the_same(self):
        ticket = json.loads(self.sample("--format", "json", "--amount", "37.50", "--currency",
                                        "USD", "--house", 'The "House" & <Co>'))
        self.assertEqual(ticket["amount"], "37.50")
        self.assertEqual(ticket["amount_in_words"],
                         {"en": "thirty-seven US dollars and fifty cents",
                          "zh": "美元叁拾柒元伍角整"})
        self.assertEqual(ticket["barcode"]["digits"], ticket["number"])
        self.assertRegex(ticket["number"], r"^99\d{16}$")
        self.assertEqual(ticket["marking"], "SPECIMEN")
        self.assertEqual(ticket["house"], 'The "House" & <Co>')

    def test_wrong_options_are_explained(self):
        self.refuse_all([(("ticket", "sample", *options), "", says) for options, says in (
            (("--amount", "0"), ["above 0"]),
            (("--amount", "1.234"), ["above 0"]),
            (("--amount", "-5"), ["--amount"]),
            (("--currency", "sgd"), ["three capital letters"]),
            (("--house", "two\nlines"), ["one line"]),
            (("--count", "0"), ["--count"]),
            (("--format", "svg", "--count", "2"), ["one ticket"]),
        )])


if __name__ == "__main__":
    program.main()
