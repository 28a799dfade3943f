// SPDX-License-Identifier: MIT
// The hook that gives the components of the cage their state.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { CageState } from "./state";

export const CageContext = createContext<CageState | null>(null);

// The state of the page of the component that calls it.
export function useCage(): CageState {
  const state = useContext(CageContext);
  if (!state) throw new Error("a component of the cage is outside of its page");
  return state;
}
