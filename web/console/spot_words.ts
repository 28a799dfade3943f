// SPDX-License-Identifier: MIT
// How people call a spot of this table's felt, and the clauses for a cause.
import type { Cause } from "../generated/protocol";
import { spot_name } from "../shared/rules";
import { in_language } from "../shared/words";
import type { ConsolePage } from "./context";
import { clause_words } from "./words";

export const spot_words = (page: ConsolePage, spot: string): string =>
  page.state.layout.value ? spot_name(page.state.layout.value, spot, in_language) : spot;

export const clauses_for = (page: ConsolePage, cause: Cause): string =>
  clause_words(
    page.state.rules.value?.irregularities.find((one) => one.cause === cause)?.clauses ?? [],
  );
