// SPDX-License-Identifier: MIT
// An amount that is counted up to what it is. The money itself is there already.
import { useLayoutEffect, useRef } from "preact/hooks";
import { useTerminal } from "./page";

const count_milliseconds = 900;

// What is shown after a part (0 to 1) of the time: fast at first.
export const counted = (amount: number, part: number): number =>
  part >= 1 ? amount : Math.floor((amount * (1 - (1 - part) ** 3)) / 100) * 100;

interface CountUpProps {
  amount: number;
  format: (amount: number) => string;
}
// People who prefer reduced motion, and screen readers, get the amount itself at once.
export function CountUp({ amount, format }: CountUpProps) {
  const { animated } = useTerminal().reveal;
  const shown = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!animated) return;
    const began = performance.now();
    let frame = 0;
    const draw = () => {
      const part = (performance.now() - began) / count_milliseconds;
      shown.current!.textContent = format(counted(amount, part));
      if (part < 1) frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [amount]);
  if (!animated) return <span data-counted={amount}>{format(amount)}</span>;
  return (
    <>
      <span class="hidden">{format(amount)}</span>
      <span ref={shown} aria-hidden="true" data-counted={amount}>
        {format(amount)}
      </span>
    </>
  );
}
