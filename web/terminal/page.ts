// SPDX-License-Identifier: MIT
// Everything that the Player Terminal's components share, and the hook that gives it to them.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { BetLog } from "./bet_log";
import { BetOrders } from "./bet_orders";
import type { KeyValueStorage } from "./identity";
import { Keyboard } from "./keyboard";
import { LastBets } from "./last_bets";
import { PastRounds } from "./past_rounds";
import { Reveal } from "./reveal";
import { Session } from "./session";
import { TerminalState, type TerminalOptions } from "./state";

export interface PageOptions extends TerminalOptions {
  animated: boolean; // whether dice tumble before they lie
}

export class TerminalPage {
  readonly store: KeyValueStorage; // kept as long as the window
  readonly local_storage: KeyValueStorage;
  readonly state: TerminalState;
  readonly reveal: Reveal;
  readonly last_bets: LastBets;
  readonly log: BetLog;
  readonly bets: BetOrders;
  readonly session: Session;
  readonly past: PastRounds;
  readonly keyboard: Keyboard;

  constructor(options: PageOptions) {
    this.store = options.store;
    this.local_storage = options.local_storage;
    this.state = new TerminalState(options);
    this.reveal = new Reveal(this.state, options.animated);
    this.last_bets = new LastBets(this.state, this.reveal, options.store);
    this.log = new BetLog(this.state, this.reveal, options.store);
    this.bets = new BetOrders(this.state, this.last_bets, this.reveal, this.log, options.store);
    this.session = new Session(this.state, options.store, this.reveal.is_tumbling);
    this.past = new PastRounds(this.state, this.reveal);
    this.keyboard = new Keyboard(this.state, this.bets, options.local_storage);
  }
}

export const TerminalContext = createContext<TerminalPage | null>(null);

// The page of the component that calls it.
export function useTerminal(): TerminalPage {
  const page = useContext(TerminalContext);
  if (!page) throw new Error("a component of the terminal is outside of its page");
  return page;
}
