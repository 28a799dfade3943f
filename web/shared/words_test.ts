// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { texts } from "./words";

const t = texts({
  plain: ["{1} of {0}", "{0}之{1}"],
  tables: ["{0} {0:table|tables}, {1} open", "共{0}桌，{1}桌开台"],
});

describe("texts", () => {
  it("have values where they name them, and nothing where there is none", () => {
    expect(t("plain", 3, "two")).toBe("two of 3");
    expect(t("plain", 3)).toBe(" of 3");
  });
  it("have one word for one, and another for more or none", () => {
    expect(t("tables", 1, 0)).toBe("1 table, 0 open");
    expect(t("tables", 2, 1)).toBe("2 tables, 1 open");
    expect(t("tables", 0, 0)).toBe("0 tables, 0 open");
  });
});
