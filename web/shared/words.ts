// SPDX-License-Identifier: MIT
// Texts in two languages, and the language that is chosen.
import { effect, signal } from "@preact/signals";

export type Language = "en" | "zh";
export type Text = readonly [en: string, zh: string];
export interface Named {
  en: string;
  zh: string;
} // as rule sets and announcements have it

const kept = typeof localStorage === "undefined" ? null : localStorage.getItem("language");
export const language = signal<Language>(kept === "zh" ? "zh" : "en");

export function choose_language(one: Language): void {
  language.value = one;
  localStorage.setItem("language", one);
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

export const say = (text: Text): string => text[language.value === "zh" ? 1 : 0];
export const named = (name: Named): string => name[language.value];

// The texts of a page: `t("credit")`, with `{0}`, `{1}` for what varies.
export function texts<Key extends string>(all: Record<Key, Text>) {
  return (key: Key, ...values: (string | number)[]): string =>
    say(all[key]).replace(/\{(\d)\}/g, (_, n) => String(values[Number(n)] ?? ""));
}
