// SPDX-License-Identifier: MIT
// What of a Player Terminal can't be seen or reached on a screen.
import type { Page } from "playwright-core";

// The controls that are not wholly on the screen, or below something else.
export const hidden_now = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const is_seen = (one: Element, x: number, y: number) => {
      const top = document.elementFromPoint(x, y);
      return top !== null && (one === top || one.contains(top));
    };
    const all: string[] = [];
    for (const one of document.querySelectorAll(".terminal button, .terminal a")) {
      if (!one.checkVisibility()) continue;
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const points = [
        [x, y],
        [left + 4, y],
        [right - 4, y],
        [x, top + 4],
        [x, bottom - 4],
      ] as const;
      const name =
        one.getAttribute("data-action") ?? one.getAttribute("data-chip-size") ?? one.className;
      if (!points.every(([px, py]) => is_seen(one, px, py))) all.push(name);
    }
    return all;
  });
