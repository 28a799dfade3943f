// SPDX-License-Identifier: MIT
// How wide texts on the felt are, and where they are broken into lines. Pure: estimates from the
// letters, without a browser to measure them.

export const readable = 11; // pixels: the size below which nothing is printed if it can be avoided

// The width of a text in units of its font size.
export const ems = (text: string): number =>
  [...text].reduce(
    (sum, one) => sum + (/[一-鿿]/.test(one) ? 1.02 : /[A-Z]/.test(one) ? 0.74 : 0.54),
    0,
  );

// Breaks a text after commas and between words, so that no line is wider than `width`.
function lines_of(text: string, width: number, size: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/(?<=[,，])|(?= )/)) {
    const longer = (lines.at(-1) ?? "") + word;
    const fits = ems(longer.trim()) * size <= width && !/[,，]$/.test(lines.at(-1) ?? "");
    if (lines.length && fits) lines[lines.length - 1] = longer;
    else lines.push(word.trim());
  }
  return lines;
}

// Breaks a text into as few lines as `width` allows, of lengths as equal as possible.
export function balanced_lines(text: string, width: number, size: number): string[] {
  let best = lines_of(text, width, size);
  for (let part = 0.95; part > 0.4; part -= 0.05) {
    const narrower = lines_of(text, width * part, size);
    if (narrower.length > best.length) break;
    best = narrower;
  }
  return best;
}
