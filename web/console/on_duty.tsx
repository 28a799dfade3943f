// SPDX-License-Identifier: MIT
// The names of people who are on duty at this table and not signed in at this console: one touch
// writes the name, and the password is typed next.
import { roles } from "../shared/terms";
import { in_language, texts } from "../shared/words";
import { useConsole } from "./context";

const t = texts({
  on_duty: ["On duty", "当值人员"],
});

const offered_max = 6;

export function OnDuty() {
  const { console_topic, people } = useConsole().state;
  const here = new Set(people.value.map((one) => one.id));
  const others = (console_topic.value?.staff ?? [])
    .filter((one) => !here.has(one.person))
    .slice(0, offered_max);
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
          key={one.person}
          type="button"
          data-on-duty={one.name}
          onClick={(event) => choose(one.name, event.currentTarget)}
        >
          {one.name} <small>{in_language(roles[one.role])}</small>
        </button>
      ))}
    </div>
  );
}
