// SPDX-License-Identifier: MIT
// How to play, and the keys.
import { Dialog } from "./dialog";
import { useTerminal } from "./page";
import { t } from "./words";

const how = ["how_1", "how_2", "how_3", "how_4", "how_5", "how_6"] as const;

export function Help({ onclose }: { onclose: () => void }) {
  const { enabled, switch_keys } = useTerminal().keyboard;
  const keys: [string, string][] = [
    ["1 – 9", t("key_digits")],
    ["← ↑ ↓ →", t("key_arrows")],
    ["Enter", t("key_enter")],
    ["Delete", t("key_delete")],
    ["M", t("key_move")],
    ["I", t("key_i")],
    ["E", t("key_erase")],
    ["U", t("key_undo")],
    ["C", t("key_clear")],
    ["R", t("key_rebet")],
    ["D", t("key_double")],
    ["H", t("key_history")],
    ["F", t("key_favourites")],
    ["V", t("key_verify")],
    ["?", t("key_help")],
    ["Esc", t("key_escape")],
  ];
  const checkbox = (
    <input type="checkbox" data-action="keys" checked={enabled.value} onChange={switch_keys} />
  );
  return (
    <Dialog title={t("help_title")} onclose={onclose}>
      <ol class="how">
        {how.map((one) => (
          <li key={one}>{t(one)}</li>
        ))}
      </ol>
      <h3>{t("keyboard")}</h3>
      <label class="check">
        {checkbox} {t("keys_on")}
      </label>
      <dl class="keys">
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
