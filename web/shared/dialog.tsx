// SPDX-License-Identifier: MIT
// A modal dialog with a title and a button that closes it.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { texts } from "./words";

const t = texts({
  close: ["Close", "关闭"],
});

interface DialogProps {
  title: string;
  onclose: () => void;
  children: ComponentChildren;
  wide?: boolean;
  head?: ComponentChildren;
}
export function Dialog({ title, onclose, children, wide = false, head }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // The dialog is modal as soon as it is in the page, so that Escape closes it whenever it is seen.
  // The first field or button has the focus, and not the button that closes the dialog.
  useLayoutEffect(() => {
    dialog.current?.showModal();
    dialog.current
      ?.querySelector<HTMLElement>(
        "[autofocus], .body :is(input, textarea, select, button, a):not(:disabled)",
      )
      ?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={wide ? "wide" : ""}
      aria-label={title}
      onClose={() => {
        if (dialog.current?.isConnected) onclose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <header>
        <h2>{title}</h2>
        {head}
        <button class="quiet" onClick={() => dialog.current?.close()} aria-label={t("close")}>
          ✕
        </button>
      </header>
      <div class="body">{children}</div>
    </dialog>
  );
}
