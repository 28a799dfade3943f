// SPDX-License-Identifier: MIT
import { afterEach, expect, it } from "vitest";
import { language } from "../shared/words";
import { history_text } from "./history";

afterEach(() => {
  language.value = "en";
});

const at = "2026-01-05T10:04+00:00";
const local = /^2026-01-0[4-6] \d\d:04/;

it("says when and where a ticket was used, in both languages", () => {
  const at_terminal = `the ticket is redeemed since ${at} at terminal 101`;
  expect(history_text(at_terminal)).toMatch(local);
  expect(history_text(at_terminal)).toMatch(/, Terminal 101$/);
  expect(history_text(`the ticket was redeemed at ${at} at counter 2`)).toMatch(/, Counter 2$/);
  expect(history_text(`the ticket is redeemed since ${at} at the cage`)).toMatch(/, at the cage$/);
  expect(history_text(`the ticket expired at ${at}`)).toMatch(/:04$/);
  language.value = "zh";
  expect(history_text(at_terminal)).toMatch(/, 终端101$/);
});

it("leaves other details alone", () => {
  expect(history_text("the number can't be right")).toBe("the number can't be right");
});
