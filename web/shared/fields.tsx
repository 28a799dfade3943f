// SPDX-License-Identifier: MIT
// Form fields that are bound to a signal: the signal follows what a person types.
//
// The server takes notes of one line, and counts their bytes: a Chinese character has three. A
// field cuts what does not fit while a person types.
import type { Signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";

export const note_bytes_max = 500; // of a note, a reason or an instruction
export const name_bytes_max = 60; // of a player

// Returns the text as one line of at most so many bytes.
export function fit_line(text: string, bytes_max: number): string {
  const characters = [...text.replace(/\p{Cc}+/gu, " ")];
  const bytes = (): number => new TextEncoder().encode(characters.join("")).length;
  while (bytes() > bytes_max) characters.pop();
  return characters.join("");
}

type InputProps = Omit<JSX.InputHTMLAttributes<HTMLInputElement>, "label" | "value" | "onInput">;
interface TextFieldProps extends InputProps {
  label: ComponentChildren;
  text: Signal<string>;
  bytes_max?: number; // none: any text
}

export function TextField({ label, text, bytes_max = Infinity, ...input }: TextFieldProps) {
  return (
    <label>
      {label}
      <input
        {...input}
        value={text.value}
        onInput={({ currentTarget }) => {
          currentTarget.value = text.value = fit_line(currentTarget.value, bytes_max);
        }}
      />
    </label>
  );
}

interface TextAreaProps {
  label: ComponentChildren;
  text: Signal<string>;
  rows: number;
  bytes_max?: number;
  required?: boolean;
  autofocus?: boolean;
}

// A large field for a note or a reason. Its text wraps, and is one line.
export function NoteField({ label, text, bytes_max = note_bytes_max, ...area }: TextAreaProps) {
  return (
    <label>
      {label}
      <textarea
        name="note"
        {...area}
        value={text.value}
        onInput={({ currentTarget }) => {
          currentTarget.value = text.value = fit_line(currentTarget.value, bytes_max);
        }}
      />
    </label>
  );
}
