// SPDX-License-Identifier: MIT
// The name of a layout. Rule sets have the document's English words; the Chinese ones are here.
import type { Layout } from "./rules";
import { in_language, type Text } from "./words";

const known: Record<string, Text> = {
  "Appendix A": ["Appendix A", "附录A"],
  "Appendix B": ["Appendix B", "附录B"],
  "Appendix C": ["Appendix C", "附录C"],
  "Sic Bo layout": ["Sic Bo layout", "骰宝版面"],
  "Rapid Select Terminal": ["Rapid Select Terminal", "Rapid Select终端"],
  "Alfastreet Terminal": ["Alfastreet Terminal", "Alfastreet终端"],
};
const called = (text: string): string => (known[text] ? in_language(known[text]) : text);

// The name of a layout, with its terminal unless the name contains it.
export function layout_title({ name, terminal }: Pick<Layout, "name" | "terminal">): string {
  const is_plain = terminal.includes(name) || terminal.startsWith("shared felt");
  return is_plain ? called(name) : `${called(name)} · ${called(terminal)}`;
}
