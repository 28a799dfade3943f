// SPDX-License-Identifier: MIT
// The opening inspection as the rule set of the table describes it.
import type { CheckItem, MixerKind } from "../generated/protocol";
import type { ConsolePage } from "./context";

interface Inspection {
  light_tests: number;
  mixer_tests: number;
  checklist?: { item: CheckItem; mixer?: MixerKind; clauses: string[] }[];
  clauses: string[];
}

// The inspection that the rules require before the table opens; undefined if they require none.
export const required_inspection = (page: ConsolePage): Inspection | undefined =>
  (page.state.rules.value?.equipment as { inspection?: Inspection } | undefined)?.inspection;

// What a person verifies by eye, for the mixer in use.
export const checklist_of = (page: ConsolePage, mixer: MixerKind): CheckItem[] =>
  (required_inspection(page)?.checklist ?? [])
    .filter((one) => !one.mixer || one.mixer === mixer)
    .map((one) => one.item);
