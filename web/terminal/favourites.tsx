// SPDX-License-Identifier: MIT
// The dialog of favourites: sets of bets with a name, stored on this terminal for each layout.
import { useState } from "preact/hooks";
import { layout_title } from "../shared/layout_title";
import { exact } from "../shared/money";
import {
  bets_of,
  favourites_max,
  name_length_max,
  restore_favourite,
  read_favourites,
  sum_of,
  with_favourite,
  without_favourite,
  type Bet,
  type Favourite,
} from "./bets";
import { Dialog } from "./dialog";
import { useTerminal } from "./page";
import { t } from "./words";

// The sets of a layout that are stored on this terminal, and a function that stores others.
function useFavourites(): [Favourite[], (list: Favourite[]) => void] {
  const { layout } = useTerminal().state;
  const { local_storage } = useTerminal();
  const name = `favourites/${layout.value!.id}`;
  const [list, set_list] = useState(() => read_favourites(local_storage.getItem(name)));
  const store = (changed: Favourite[]) => {
    local_storage.setItem(name, JSON.stringify(changed));
    set_list(changed);
  };
  return [list, store];
}

export function Favourites({ onclose }: { onclose: () => void }) {
  const page = useTerminal();
  const { stakes, layout, currency, is_open } = page.state;
  const { place_all } = page.bets;
  const [list, store] = useFavourites();
  const [deleted, set_deleted] = useState<{ one: Favourite; at: number }[]>([]);
  const full = list.length >= favourites_max;
  const bets = bets_of(stakes.value);
  const save = (name: string) => store(with_favourite(list, name, bets));
  const remove = (one: Favourite, at: number) => () => {
    store(without_favourite(list, one.name));
    set_deleted([...deleted, { one, at }]);
  };
  const last = deleted.at(-1);
  const restore = () => {
    if (last) store(restore_favourite(list, last.one, last.at));
    set_deleted(deleted.slice(0, -1));
  };
  const apply = (one: Favourite) => () => {
    place_all(one.bets);
    onclose();
  };
  return (
    <Dialog title={t("favourites")} onclose={onclose}>
      <p class="soft">{t("favourites_hint", layout_title(layout.value!))}</p>
      {!list.length && <p>{t("favourite_none")}</p>}
      <ul class="favourites">
        {list.map((one, at) => (
          <li key={one.name} data-favourite={one.name}>
            <strong>{one.name}</strong>
            <span class="soft">
              {t("bets_count", one.bets.length, exact(sum_of(one.bets), currency.value))}
            </span>
            <button
              class="main"
              disabled={!is_open.value}
              onClick={apply(one)}
              aria-label={t("favourite_apply_name", one.name)}
              data-action="favourite-apply"
            >
              {t("favourite_apply")}
            </button>
            <button
              onClick={remove(one, at)}
              aria-label={t("favourite_delete_name", one.name)}
              data-action="favourite-delete"
            >
              {t("favourite_delete")}
            </button>
          </li>
        ))}
      </ul>
      <div role="status" class="deleted">
        {last && (
          <>
            <span>{t("favourite_deleted", last.one.name)}</span>
            <button onClick={restore} data-action="favourite-restore">
              {t("favourite_restore")}
            </button>
          </>
        )}
      </div>
      {full && <p>{t("favourite_full", favourites_max)}</p>}
      <SaveForm bets={bets} taken={list} onsave={save} />
    </Dialog>
  );
}

interface SaveFormProps {
  bets: Bet[];
  taken: Favourite[];
  onsave: (name: string) => void;
}
function SaveForm({ bets, taken, onsave }: SaveFormProps) {
  const [name, set_name] = useState("");
  const full = taken.length >= favourites_max;
  let free = 1;
  while (taken.some((one) => one.name === t("favourite_default", free))) ++free;
  const unused = t("favourite_default", free);
  const save = (event: Event) => {
    event.preventDefault();
    onsave(name.trim() || unused);
    set_name("");
  };
  return (
    <form class="save" onSubmit={save}>
      <label>
        {t("favourite_name")}
        <input
          value={name}
          maxLength={name_length_max}
          placeholder={unused}
          onInput={(event) => set_name(event.currentTarget.value)}
        />
      </label>
      <button type="submit" disabled={!bets.length || full} data-action="favourite-save">
        {t("favourite_save")}
      </button>
    </form>
  );
}
