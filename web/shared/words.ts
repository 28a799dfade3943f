// SPDX-License-Identifier: MIT
// Texts in two languages, and the language that is chosen.
import { effect, signal } from "@preact/signals";

export type Language = "en" | "zh";
// A text of the pages.
export type Text = readonly [en: string, zh: string];
// A text of the server: of a rule set or an announcement.
export interface Translation {
  en: string;
  zh: string;
}

const stored = typeof localStorage === "undefined" ? null : localStorage.getItem("language");
export const language = signal<Language>(stored === "zh" ? "zh" : "en");

// Chooses a language, and stores the choice of the person in this browser.
export function choose_language(chosen: Language): void {
  language.value = chosen;
  localStorage.setItem("language", chosen);
}

// Chooses the language of the table, unless the person has chosen one.
export function prefer_language(one: Language): void {
  if (typeof localStorage === "undefined" || localStorage.getItem("language") === null)
    language.value = one;
}

if (typeof document !== "undefined")
  effect(() => {
    document.documentElement.lang = language.value === "zh" ? "zh-Hans" : "en";
  });

// Returns the text in the chosen language.
export const in_language = (text: Text | Translation): string =>
  "en" in text ? text[language.value] : text[language.value === "zh" ? 1 : 0];

// The texts of a page: `t("credit")`, with `{0}`, `{1}` for what varies. `{0:table|tables}` is the
// first word if that value is 1, and the second one otherwise.
export function texts<Key extends string>(all: Record<Key, Text>) {
  return (key: Key, ...values: (string | number)[]): string =>
    in_language(all[key]).replace(
      /\{(\d)(?::([^|}]*)\|([^}]*))?\}/g,
      (_, n: string, one?: string, many?: string) => {
        const value = values[Number(n)] ?? "";
        if (one === undefined || many === undefined) return String(value);
        return Number(value) === 1 ? one : many;
      },
    );
}
