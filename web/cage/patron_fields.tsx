// SPDX-License-Identifier: MIT
// Who stands at the counter, as far as it must be known. From which amount on an identity document
// is asked for is the server's to say.
import { useSignal, type Signal } from "@preact/signals";
import { TextField } from "../shared/fields";
import { money } from "../shared/money";
import { useCage } from "./context";
import { t } from "./words";

const bytes_max = 60;

export interface Patron {
  reference: Signal<string>;
  identity: Signal<string>;
}
export function usePatron(): Patron {
  return { reference: useSignal(""), identity: useSignal("") };
}
export const patron_of = ({ reference, identity }: Patron) => ({
  reference: reference.value.trim(),
  identity: identity.value.trim(),
});

interface PatronFieldsProps {
  patron: Patron;
  amount: number | null; // of the payment, as far as it is known
  needed?: boolean; // the server has asked for it
}
export function PatronFields({ patron, amount, needed = false }: PatronFieldsProps) {
  const { topic, counter, identity_asked } = useCage();
  const from = topic.value?.policy?.identity_from ?? 0;
  const is_needed =
    needed || identity_asked.value || (from > 0 && amount !== null && amount >= from);
  return (
    <div class={`patron ${is_needed ? "needed" : ""}`}>
      {is_needed && from > 0 && (
        <p class="note">{t("identity_asked", money(from, counter.value?.currency))}</p>
      )}
      <TextField
        name="reference"
        label={t("reference")}
        text={patron.reference}
        bytes_max={bytes_max}
        autocomplete="off"
      />
      <TextField
        name="identity"
        label={is_needed ? t("identity") : t("identity_optional")}
        text={patron.identity}
        bytes_max={bytes_max}
        autocomplete="off"
        required={is_needed}
      />
    </div>
  );
}
