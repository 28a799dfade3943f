// SPDX-License-Identifier: MIT
// Form fields that are bound to a signal: the signal follows what a person types.
import type { Signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";

type InputProps = Omit<JSX.InputHTMLAttributes<HTMLInputElement>, "label" | "value" | "onInput">;
interface TextFieldProps extends InputProps {
  label: ComponentChildren;
  text: Signal<string>;
}

export function TextField({ label, text, ...input }: TextFieldProps) {
  return (
    <label>
      {label}
      <input
        {...input}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
        }}
      />
    </label>
  );
}

interface TextAreaProps {
  label: ComponentChildren;
  text: Signal<string>;
  rows: number;
  maxLength: number;
  required?: boolean;
  autofocus?: boolean;
}

// Several lines, for a note or a reason.
export function NoteField({ label, text, ...area }: TextAreaProps) {
  return (
    <label>
      {label}
      <textarea
        name="note"
        {...area}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
        }}
      />
    </label>
  );
}
