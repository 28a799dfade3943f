// SPDX-License-Identifier: MIT
// How large a stack of chips is, in units of a chip's radius. A stack is seen from above and in
// front: its chips are ellipses with an edge below them.
export const stack_max = 6; // chips
export const face_height = 0.76; // of a chip's face, of its width
export const chip_thickness = 0.3;

// How far a stack reaches around the middle of its lowest face.
export const stack_below = face_height + chip_thickness;
export const stack_above = (count: number): number => face_height + (count - 1) * chip_thickness;
