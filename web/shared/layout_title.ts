// SPDX-License-Identifier: MIT
// The name of a layout. Rule sets have the document's English words; the Chinese ones are here.
import type { Layout } from "./rules";
import { in_language, texts, type Text } from "./words";

const known: Record<string, Text> = {
  "Appendix A": ["Appendix A", "附录A"],
  "Appendix B": ["Appendix B", "附录B"],
  "Appendix C": ["Appendix C", "附录C"],
  "Sic Bo layout": ["Sic Bo layout", "骰宝版面"],
  "Rapid Select Terminal": ["Rapid Select Terminal", "Rapid Select终端"],
  "Alfastreet Terminal": ["Alfastreet Terminal", "Alfastreet终端"],
};
const called = (text: string): string => (known[text] ? in_language(known[text]) : text);

const t = texts({
  all_combinations: ["All two- and three-dice combinations", "全部二骰与三骰组合"],
  four_numbers: ["Basic bets and four numbers", "基本注项与四数组合"],
  odd_even: ["Basic bets, odd and even", "基本注项与单双"],
  basic: ["Basic bets", "基本注项"],
  triples: ["{0}, triples {1} : 1", "{0}，围骰1赔{1}"],
});

// A descriptive name of a layout, from its pay table: the bets that not every layout has, and what
// a triple pays, in which layouts with the same bets differ.
export function layout_content({ pay }: Layout): string {
  const kinds = new Set<string>(pay.map((row) => row.kind));
  const bets = t(
    kinds.has("three")
      ? "all_combinations"
      : kinds.has("four")
        ? "four_numbers"
        : kinds.has("odd")
          ? "odd_even"
          : "basic",
  );
  const triple = pay.find((row) => row.kind === "triple");
  return triple ? t("triples", bets, triple.odds[0] ?? "") : bets;
}

// The name of a layout in its document, with its terminal unless the name contains it.
export function layout_name({ name, terminal }: Layout): string {
  const is_plain = terminal.includes(name) || terminal.startsWith("shared felt");
  return is_plain ? called(name) : `${called(name)} · ${called(terminal)}`;
}

// Both: "Appendix A · Basic bets and four numbers, triples 195 : 1".
export const layout_title = (layout: Layout): string =>
  `${layout_name(layout)} · ${layout_content(layout)}`;
