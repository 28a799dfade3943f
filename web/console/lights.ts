// Which spots a roll lights, for the light test before a table opens. In a round the server says so itself.
import { faces_of, is_triple, parts_of, total_of, type Layout } from "../shared/rules";

export function lights_of(layout: Layout, roll: readonly number[]): string[] {
  return layout.pay.flatMap((row) => row.spots).filter((spot) => wins(spot, roll));
}

function wins(spot: string, roll: readonly number[]): boolean {
  const { kind, digits } = parts_of(spot);
  const total = total_of(roll);
  const count = (face: number) => roll.filter((one) => one === face).length;
  switch (kind) {
    case "small": return total >= 4 && total <= 10 && !is_triple(roll);
    case "big": return total >= 11 && total <= 17 && !is_triple(roll);
    case "odd": return total % 2 === 1 && !is_triple(roll);
    case "even": return total % 2 === 0 && !is_triple(roll);
    case "any-triple": return is_triple(roll);
    case "total": return total === Number(digits);
    case "four": return new Set(roll).size === 3 && roll.every((one) => digits.includes(String(one)));
    default: {
      const wanted = kind === "single" ? [Number(digits)] : faces_of(spot);
      return wanted.every((face) => count(face) >= wanted.filter((one) => one === face).length);
    }
  }
}
