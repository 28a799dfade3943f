// SPDX-License-Identifier: MIT
// Everything that the console's components share.
import { Alerts } from "./alerts";
import { DiceEntry } from "./dice_entry";
import { NextAction } from "./next_action";
import { SharedFelt } from "./shared_felt";
import { ConsoleState, type ConsoleOptions } from "./state";

export class ConsolePage {
  readonly state: ConsoleState;
  readonly dice: DiceEntry;
  readonly felt: SharedFelt;
  readonly alerts: Alerts;
  readonly next: NextAction;

  constructor(options: ConsoleOptions) {
    this.state = new ConsoleState(options);
    this.dice = new DiceEntry(this.state);
    this.felt = new SharedFelt(this.state);
    this.alerts = new Alerts(this.state);
    this.next = new NextAction(this);
  }
}
