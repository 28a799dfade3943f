// SPDX-License-Identifier: MIT
// The hook that gives the console's components their page.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { ConsolePage } from "./page";

export type { ConsolePage };
export const ConsoleContext = createContext<ConsolePage | null>(null);

// The page of the component that calls it.
export function useConsole(): ConsolePage {
  const page = useContext(ConsoleContext);
  if (!page) throw new Error("a component of the console is outside of its page");
  return page;
}
