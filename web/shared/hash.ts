// SPDX-License-Identifier: MIT
// A hash as people read it: long enough to compare by eye, short enough to read out.
export const short_hash = (hash: string): string => `${hash.slice(0, 8)}…${hash.slice(-4)}`;
