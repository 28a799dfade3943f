// SPDX-License-Identifier: MIT
// A dialog with the fields of one order. It stays open until the order was carried out, or somebody
// closes it; dialogs in which people sign cover it.
import { useSignal, type Signal } from "@preact/signals";
import type { Orders } from "../generated/protocol";
import { Dialog } from "../shared/dialog";
import { read_money } from "../shared/money";
import { useCage } from "./context";
import { CountField } from "./count_field";
import { give, type Given } from "./orders";
import { patron_of, PatronFields, usePatron } from "./patron_fields";
import type { CageState } from "./state";
import { t } from "./words";

export interface Field {
  name: string;
  label: string;
  kind: "money" | "text" | "number";
}
// What was typed: amounts in cents, numbers, texts.
export interface Values {
  amount: (name: string) => number;
  number: (name: string) => number;
  text: (name: string) => string;
  counted: number;
  patron: { reference: string; identity: string };
}
interface FormDialogProps<Name extends keyof Orders> {
  title: string;
  about?: string;
  figure?: string; // shown large
  currency: string;
  fields: Field[];
  count?: boolean; // asks for a count of cash
  patron?: number | true; // asks who the patron is: for this amount, or for that of the form
  action: string;
  make: (values: Values) => Given<Name> | string; // a text says what is wrong
}

const seal_bytes_max = 200;

function FormDialog<Name extends keyof Orders>(props: FormDialogProps<Name>) {
  const { title, about, figure, currency, fields, count, patron, action, make } = props;
  const state = useCage();
  const texts = useSignal<Record<string, string>>({});
  const counted = useSignal<number | null>(null);
  const who = usePatron();
  const wrong = useSignal("");
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    wrong.value = "";
    const of = (name: string) => (texts.value[name] ?? "").trim();
    for (const field of fields) {
      if (field.kind === "money" && read_money(of(field.name)) === null)
        return void (wrong.value = t("not_an_amount"));
      if (field.kind === "number" && !/^\d{1,9}$/.test(of(field.name)))
        return void (wrong.value = t("not_a_number"));
    }
    if (count && counted.value === null) return void (wrong.value = t("not_an_amount"));
    const made = make({
      amount: (name) => read_money(of(name))!,
      number: (name) => Number(of(name)),
      text: of,
      counted: counted.value ?? 0,
      patron: patron_of(who),
    });
    if (typeof made === "string") return void (wrong.value = made);
    if (await give(state, made)) state.close_dialog();
    else wrong.value = state.message.value?.text() ?? "";
  };
  const amount = texts.value.amount ? read_money(texts.value.amount) : null;
  return (
    <Dialog title={title} onclose={state.close_dialog}>
      <form class="order-form" onSubmit={(event) => void submit(event)} autocomplete="off">
        {about && <p class="soft">{about}</p>}
        {figure && <p class="figure">{figure}</p>}
        {fields.map((field, i) => (
          <FormField key={field.name} field={field} texts={texts} first={i === 0 && !count} />
        ))}
        {count && <CountField counted={counted} currency={currency} />}
        {patron && <PatronFields patron={who} amount={patron === true ? amount : patron} />}
        {wrong.value && (
          <p class="wrong" role="alert">
            {wrong.value}
          </p>
        )}
        <div class="actions">
          <button type="button" onClick={state.close_dialog} data-action="cancel">
            {t("cancel")}
          </button>
          <button class="main" disabled={state.busy.value} data-action="confirm">
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function FormField({
  field: { name, label, kind },
  texts,
  first,
}: {
  field: Field;
  texts: Signal<Record<string, string>>;
  first: boolean;
}) {
  const set = (text: string) => {
    texts.value = { ...texts.value, [name]: text };
  };
  return (
    <label class={kind === "money" ? "amount" : ""}>
      {label}
      <input
        name={name}
        required
        autofocus={first}
        autocomplete="off"
        inputmode={kind === "money" ? "decimal" : kind === "number" ? "numeric" : "text"}
        maxLength={seal_bytes_max}
        value={texts.value[name] ?? ""}
        onInput={({ currentTarget }) => set(currentTarget.value)}
      />
    </label>
  );
}

// Opens the dialog for an order.
export function open_form<Name extends keyof Orders>(
  state: CageState,
  props: FormDialogProps<Name>,
): void {
  state.identity_asked.value = false;
  state.open_dialog(() => <FormDialog {...props} />);
}
