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

const t = texts({ content: ["{0} spots, up to {1} : 1", "{0}个注格，最高1赔{1}"] });

// What is on a layout, from its pay table: how many spots, and the highest odds.
export function layout_content({ pay }: Layout): string {
  const spots = pay.reduce((sum, row) => sum + row.spots.length, 0);
  return t("content", spots, Math.max(...pay.flatMap((row) => row.odds.map(Number))));
}

// The name of a layout in its document, with its terminal unless the name contains it.
export function layout_name({ name, terminal }: Layout): string {
  const is_plain = terminal.includes(name) || terminal.startsWith("shared felt");
  return is_plain ? called(name) : `${called(name)} · ${called(terminal)}`;
}

// Both: "Appendix A · 56 spots, up to 195 : 1".
export const layout_title = (layout: Layout): string =>
  `${layout_name(layout)} · ${layout_content(layout)}`;
