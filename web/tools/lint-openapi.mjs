// SPDX-License-Identifier: MIT
// Lints the description of the HTTP API: node tools/lint-openapi.mjs FILE. Prints each problem, and
// exits with 1 if there is one.
import { createConfig, formatProblems, lint } from "@redocly/openapi-core";

const config = await createConfig({ extends: ["recommended-strict"] });
const problems = await lint({ ref: process.argv[2], config });
const count = problems.filter((one) => !one.ignored).length;
if (count > 0) {
  formatProblems(problems, { totals: { errors: count, warnings: 0, ignored: 0 }, version: "" });
  process.exitCode = 1;
}
