// SPDX-License-Identifier: MIT
// The names of people who are on duty at this table: one touch writes the name, and the password is
// typed next.
//
// Where somebody is signed in, the console's topic has them. A console at which nobody is asks for
// the names alone, which the server gives where staff may sign in.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { list_on_duty } from "../shared/requests";
import { roles } from "../shared/terms";
import { in_language, texts } from "../shared/words";
import { useConsole } from "./context";

const t = texts({
  on_duty: ["On duty", "当值人员"],
});

const offered_max = 6;
const ask_again_milliseconds = 15_000; // while the form is open

// The names on duty as the server last said, while nobody is signed in here.
function useAskedNames(): string[] {
  const { client, console_topic, table_number } = useConsole().state;
  const names = useSignal<string[]>([]);
  const asks = console_topic.value === undefined;
  const { value: status } = client.status;
  useEffect(() => {
    if (!asks) return;
    let is_over = false;
    const ask = () =>
      void client.request(list_on_duty(table_number)).then(
        ({ on_duty = [] }) => {
          if (!is_over) names.value = on_duty.map(({ name }) => name);
        },
        () => {}, // offered later, or typed
      );
    ask();
    const timer = setInterval(ask, ask_again_milliseconds);
    return () => {
      is_over = true;
      clearInterval(timer);
    };
  }, [asks, status]);
  return names.value;
}

// Leaves out those who are signed in here, unless they are to sign in again.
export function OnDuty({ again = false }: { again?: boolean }) {
  const { console_topic, people } = useConsole().state;
  const asked = useAskedNames();
  const here = new Set(again ? [] : people.value.map((one) => one.name));
  const on_duty: { name: string; role?: string }[] =
    console_topic.value?.staff.map(({ name, role }) => ({
      name,
      role: in_language(roles[role]),
    })) ?? asked.map((name) => ({ name }));
  const others = on_duty.filter((one) => !here.has(one.name)).slice(0, offered_max);
  if (!others.length) return null;
  const choose = (name: string, button: HTMLButtonElement) => {
    const field = (of: string) => button.form!.elements.namedItem(of) as HTMLInputElement;
    field("person").value = name;
    field("password").focus();
  };
  return (
    <div class="on-duty" role="group" aria-label={t("on_duty")}>
      <span aria-hidden="true">{t("on_duty")}</span>
      {others.map((one) => (
        <button
          key={one.name}
          type="button"
          data-on-duty={one.name}
          onClick={(event) => choose(one.name, event.currentTarget)}
        >
          {one.name} {one.role && <small>{one.role}</small>}
        </button>
      ))}
    </div>
  );
}
