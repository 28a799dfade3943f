// SPDX-License-Identifier: MIT
import { expect, it } from "vitest";
import { fit_line } from "./fields";

it("makes what was typed one line, cut to the bytes that the server takes", () => {
  expect(fit_line("seen by\nthe dealer", 500)).toBe("seen by the dealer");
  expect(fit_line("骰子未平放", 9)).toBe("骰子未");
  expect(fit_line("a🎲b", 4)).toBe("a");
  expect(fit_line("12.50", Infinity)).toBe("12.50");
});
