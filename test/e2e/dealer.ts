// SPDX-License-Identifier: MIT
// A member of staff who runs rounds over the protocol, for tests that are about something else: at
// a console the same steps take seconds.
import type { Requests, TableState } from "./requests";

// What a floorperson checks before the table opens, where a game has an inspection.
const checklist = [
  "drop-box-placed",
  "tip-box-placed",
  "odds-posted",
  "compartment-transparent",
  "cover-opaque",
  "shaker-secured",
  "layout-named",
  "shaker-named",
];
const tested_roll = [1, 2, 4];
const lit_by_tested_roll =
  "small odd single-1 single-2 single-4 total-7 domino-12 domino-14 domino-24".split(" ");

let dice_sets = 5_000; // installed so far; the sets that consoles install have lower numbers

export class Dealer {
  private is_watching = false;

  // The person must be signed in on this connection.
  constructor(
    private requests: Requests,
    private person: number,
    private table: number,
  ) {}

  async open_table(): Promise<void> {
    await this.play([], ({ status }) => status.phase !== "closed");
  }
  // Stays on duty, as a person who has the shaker must.
  async open_table_and_stay(): Promise<void> {
    await this.play([], ({ status }) => status.phase !== "closed", true);
  }
  async open_betting(): Promise<void> {
    await this.play([1, 2, 4], ({ round }) => round?.betting ?? false);
  }
  async close_betting(): Promise<void> {
    await this.play([], ({ round }) => !round?.betting);
  }
  // Plays on until this step comes next.
  async until_step(step: string, roll: readonly number[] = []): Promise<void> {
    await this.play(roll, ({ round }) => round?.next === step);
  }
  // Plays the round in play to its end.
  async end_round(roll: readonly number[]): Promise<void> {
    await this.play(roll, ({ status }) => status.phase === "idle");
  }

  // Gives one order at the table, on duty only for it.
  async order(order: string, fields: object): Promise<void> {
    await this.give("LogOn");
    await this.give(order, fields);
    await this.give("LogOff");
  }

  // What lies on the table for a terminal, as the server has it.
  async staked(terminal: number): Promise<number | undefined> {
    const { places } = await this.requests.state_of("places", this.table);
    return places.find((one) => one.terminal === terminal)?.staked;
  }

  // On duty only for this, unless the person stays: a test may count who is.
  private async play(
    roll: readonly number[],
    is_done: (state: TableState) => boolean,
    stays = false,
  ): Promise<void> {
    if (!this.is_watching) {
      await this.requests.watch("table", this.table);
      await this.requests.watch("places", this.table);
    }
    this.is_watching = true;
    await this.give("LogOn");
    for (;;) {
      const state = await this.requests.state_of("table", this.table);
      if (is_done(state)) break;
      await this.step(state, roll);
    }
    if (!stays) await this.give("LogOff");
  }

  private async inspect(rules: string): Promise<void> {
    const offered = await this.requests.spots_of(rules);
    const lit = lit_by_tested_roll.filter((spot) => offered.includes(spot));
    await this.give("TestLights", { roll: tested_roll, lit });
    await this.give("TickChecklist", { items: checklist });
    await this.give("SignInspection");
  }

  private give(order: string, fields: object = {}): Promise<unknown> {
    return this.requests.order(order, { person: this.person, table: this.table }, fields);
  }

  private async step({ table, status, round }: TableState, roll: readonly number[]) {
    if (status.phase === "closed") {
      const is_inspected = table.game === "maryland";
      const mixer = is_inspected ? "manual-shaker" : "tumbler";
      await this.give("InstallDice", { dice: ++dice_sets, mixer });
      if (is_inspected) await this.inspect(table.rules);
      return this.give("OpenTable");
    }
    const first = table.game === "mbs-etg" ? "mix" : "open";
    switch (status.phase === "playing" ? round!.next : first) {
      case "open":
        return this.give("OpenBetting");
      case "close":
        return this.give("CloseBetting");
      case "mix":
        await this.give("StartCoveredMix");
        return this.give("EndMix", { mixes: 3 });
      case "uncover":
        return this.give("Uncover", { flat: true });
      case "enter":
        await this.give("KeyDice", { dice: roll });
        return this.give("EnterResult", { roll });
      case "illuminate":
        return this.give("ReportLights", { lit: round!.winning });
      case "clear":
        return this.give("ClearLights");
      default:
        return this.give("SettleRound");
    }
  }
}
