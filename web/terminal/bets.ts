// SPDX-License-Identifier: MIT
// What a player does with chips, before it becomes orders: undo, rebet, double, favourites.
//
// Pure. The server decides which bets it accepts; this only computes what to request.
export interface Bet {
  spot: string;
  amount: number;
}
export type Stakes = ReadonlyMap<string, number>;
export interface Limit {
  min: number;
  max: number | null;
}
export interface Limits {
  chip: number;
  limit: Limit;
  limit_of: Record<string, Limit>;
  round_max: number | null;
  differential_max?: number | null;
  exposure_max?: number | null;
}

export const sum_of = (bets: readonly Bet[]): number =>
  bets.reduce((sum, one) => sum + one.amount, 0);
// The limit of a spot: its own, or that of the table.
export const limit_on = (limits: Limits, spot: string): Limit =>
  limits.limit_of[spot] ?? limits.limit;
// Stakes by spot.
export const stakes_of = (bets: readonly { spot: string; stake: number }[]): Map<string, number> =>
  new Map(bets.map((one) => [one.spot, one.stake]));
export const bets_of = (stakes: Stakes): Bet[] =>
  [...stakes].map(([spot, amount]) => ({ spot, amount }));

// What was done, so that it can be undone: chips placed or taken back.
export interface BetAction {
  kind: "place" | "take_back";
  bets: Bet[];
  joined?: true; // it belongs to the action before it: both are undone together
}
export const actions_max = 10;

// Adds an action that can be undone; the oldest ones are dropped. An action without bets is
// ignored.
export function remember(actions: readonly BetAction[], action: BetAction): BetAction[] {
  return action.bets.length ? [...actions, action].slice(-actions_max) : [...actions];
}

// From the store, which may hold anything. Steps of another round or player are ignored.
export function read_actions(text: string | null, of: string): BetAction[] {
  try {
    const kept = JSON.parse(text ?? "null") as { of?: unknown; actions?: unknown } | null;
    if (kept?.of !== of || !Array.isArray(kept.actions)) return [];
    return (kept.actions as BetAction[])
      .filter(
        (one) =>
          ["place", "take_back"].includes(one?.kind) &&
          Array.isArray(one.bets) &&
          one.bets.every(is_bet),
      )
      .slice(-actions_max);
  } catch {
    return [];
  }
}

// The opposite of an action. Chips that are no longer on the felt can't be taken back.
export function reverse_of(action: BetAction, stakes: Stakes): BetAction {
  if (action.kind === "take_back") return { kind: "place", bets: action.bets };
  const bets = action.bets
    .map(({ spot, amount }) => ({ spot, amount: Math.min(amount, stakes.get(spot) ?? 0) }))
    .filter((one) => one.amount > 0);
  return { kind: "take_back", bets };
}

// The same stake again on every spot, as far as the limits of spot and round and the credit allow,
// in whole chips. The server also applies the limits of the table, and may accept less. `short` are
// the spots that are not doubled in full, as the server would answer for them.
export interface Doubling {
  bets: Bet[];
  short: BetReply[];
}

export function double_of(stakes: Stakes, limits: Limits, credit: number): Doubling {
  const staked = sum_of(bets_of(stakes));
  let [left_credit, left_round] = [credit, (limits.round_max ?? Infinity) - staked];
  const bets: Bet[] = [];
  const short: BetReply[] = [];
  for (const [spot, stake] of stakes) {
    const left_spot = (limit_on(limits, spot).max ?? Infinity) - stake;
    const allowed = Math.max(0, Math.min(stake, left_spot, left_round, left_credit));
    const amount = Math.floor(allowed / limits.chip) * limits.chip;
    if (amount < stake) {
      const reason =
        allowed === left_credit
          ? "not_enough_credit"
          : left_spot <= left_round
            ? "spot_limit_reached"
            : "round_limit_reached";
      const one = { spot, asked: stake, accepted: amount, reason };
      short.push({ ...one, figure: limit_figure(one, limits) });
    }
    if (!amount) continue;
    left_credit -= amount;
    left_round -= amount;
    bets.push({ spot, amount });
  }
  return { bets, short };
}

// The reply of the server for one spot.
export interface BetReply {
  spot: string;
  asked: number;
  accepted: number;
  reason?: string;
  figure?: number; // of the limit
  limit_kind?: string; // which of the table's limits it is
  leaves?: number; // how much more that limit allows
}
export type Acceptance = "accepted" | "trimmed" | "refused";

// Whether a bet was accepted in full, in part or not at all.
export function acceptance_of({ asked, accepted }: BetReply): Acceptance {
  if (accepted >= asked) return "accepted";
  return accepted > 0 ? "trimmed" : "refused";
}
// The figure of the limit for which a bet was not accepted in full; undefined where only the server
// knows it, or if it was no limit.
export function limit_figure(
  { spot, reason, limit_kind }: BetReply,
  limits: Limits,
): number | undefined {
  if (reason === "table_limit_reached" && limit_kind === "differential")
    return limits.differential_max ?? undefined;
  if (reason === "table_limit_reached" && limit_kind === "exposure")
    return limits.exposure_max ?? undefined;
  if (reason === "stake_below_minimum") return limit_on(limits, spot).min;
  if (reason === "spot_limit_reached") return limit_on(limits, spot).max ?? undefined;
  if (reason === "round_limit_reached") return limits.round_max ?? undefined;
  if (reason === "not_in_chips") return limits.chip;
  return undefined;
}
// The bets of a reply that were accepted, with the accepted amounts.
export const accepted_of = (answers: readonly BetReply[]): Bet[] =>
  answers
    .filter((one) => one.accepted > 0)
    .map((one) => ({ spot: one.spot, amount: one.accepted }));

// Bets that have a name, stored for each layout.
export interface Favourite {
  name: string;
  bets: Bet[];
}
export const favourites_max = 6;
export const name_length_max = 24;

// From the store, which may hold anything.
export function read_favourites(text: string | null): Favourite[] {
  try {
    const list = JSON.parse(text ?? "[]") as unknown;
    return Array.isArray(list) ? list.filter(is_favourite).slice(0, favourites_max) : [];
  } catch {
    return [];
  }
}

function is_favourite(one: unknown): one is Favourite {
  const { name, bets } = (one ?? {}) as Partial<Favourite>;
  return typeof name === "string" && Array.isArray(bets) && bets.length > 0 && bets.every(is_bet);
}

function is_bet(one: unknown): one is Bet {
  const { spot, amount } = (one ?? {}) as Partial<Bet>;
  return typeof spot === "string" && Number.isSafeInteger(amount) && amount! > 0;
}

// Adds a favourite, or replaces the one of that name. Returns the list unchanged if it is full.
export function with_favourite(list: readonly Favourite[], name: string, bets: Bet[]): Favourite[] {
  const short = name.trim().slice(0, name_length_max);
  const at = list.findIndex((one) => one.name === short);
  if (!short || !bets.length) return [...list];
  if (at >= 0) return list.map((one, i) => (i === at ? { name: short, bets } : one));
  return list.length < favourites_max ? [...list, { name: short, bets }] : [...list];
}
// Puts a deleted favourite back at its index, unless another one has its name by now.
export function restore_favourite(
  list: readonly Favourite[],
  one: Favourite,
  at: number,
): Favourite[] {
  if (list.length >= favourites_max || list.some((other) => other.name === one.name))
    return [...list];
  return [...list.slice(0, at), one, ...list.slice(at)];
}
export const without_favourite = (list: readonly Favourite[], name: string): Favourite[] =>
  list.filter((one) => one.name !== name);
