// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { next_volume, read_volume } from "../shared/sound";
import { sounds_of, type SoundState } from "./sounds";

const rest: SoundState = { open: false, mixing: false, landed: false, won: false };

describe("sounds", () => {
  it("follow the round: open, close, dice, win", () => {
    expect(sounds_of(rest, { ...rest, open: true }, false)).toEqual(["open"]);
    expect(sounds_of({ ...rest, open: true }, rest, false)).toEqual(["closed"]);
    expect(sounds_of(rest, { ...rest, mixing: true }, false)).toEqual(["tumble"]);
    expect(sounds_of(rest, { ...rest, landed: true, won: true }, false)).toEqual(["land", "win"]);
    expect(sounds_of(rest, rest, false)).toEqual([]);
  });
  it("never call the opening and the close at a live table", () => {
    expect(sounds_of(rest, { ...rest, open: true }, true)).toEqual([]);
    expect(sounds_of({ ...rest, open: true }, rest, true)).toEqual([]);
    expect(sounds_of(rest, { ...rest, landed: true }, true)).toEqual(["land"]);
  });
  it("are off until a person turns them on, and then have three volumes", () => {
    expect(read_volume(null)).toBe("off");
    expect(read_volume("on")).toBe("medium");
    expect(read_volume("loudest")).toBe("off");
    const all = ["off", "low", "medium", "high"] as const;
    expect(all.map(next_volume)).toEqual(["low", "medium", "high", "off"]);
  });
});
