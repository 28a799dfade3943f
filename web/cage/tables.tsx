// SPDX-License-Identifier: MIT
// The tables as the cage sees them: inventories with fills and credits, note stackers, and boxes
// that wait for their count. Counts are made without the figures that they are compared with.
import type { Orders } from "../generated/protocol";
import { exact } from "../shared/money";
import { in_language } from "../shared/words";
import { useCage } from "./context";
import { open_form, type Field, type Values } from "./form_dialog";
import type { CageState, CageTable } from "./state";
import { boxes, t } from "./words";

const moment = (at: number): string =>
  new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });

// The new boxes of a table; a tip box where the document has one.
const box_fields = (table: CageTable): Field[] => [
  { name: "drop_box", label: t("drop_seal"), kind: "text" },
  ...(table.tip_box ? [{ name: "tip_box", label: t("tip_seal"), kind: "text" } as const] : []),
];
const box_values = ({ text }: Values) => ({ drop_box: text("drop_box"), tip_box: text("tip_box") });

type TableOrder = "OpenInventory" | "FillTable" | "CreditTable" | "CountInventory";

function open_table_form<Name extends TableOrder>(
  state: CageState,
  table: CageTable,
  title: string,
  order: Name,
  fields: Field[],
  make: (values: Values) => Orders[Name],
): void {
  open_form(state, {
    title: `${title}: ${table.name}`,
    currency: table.currency,
    fields,
    action: title,
    make: (values) => {
      const made = make(values);
      const amount = "amount" in made ? made.amount : "counted" in made ? made.counted : 0;
      return {
        order,
        fields: made,
        table: table.table,
        lines: () => [table.name, exact(amount ?? 0, table.currency)],
      };
    },
  });
}

interface Action {
  id: string; // data-action of the button
  open: boolean; // whether it is for an inventory that is open
  title: () => string;
  run: (state: CageState, table: CageTable) => void;
}

const amount_field = (label: string, name: string, { currency }: CageTable): Field => ({
  name,
  label: `${label} (${currency})`,
  kind: "money",
});
const counted_of = (values: Values) => ({ counted: values.amount("counted") });

// Chips that go to the tray, or back to the cage.
const move_chips =
  (order: "FillTable" | "CreditTable", title: () => string) =>
  (state: CageState, table: CageTable): void =>
    open_table_form(
      state,
      table,
      title(),
      order,
      [
        amount_field(t("amount"), "amount", table),
        { name: "slip", label: t("slip"), kind: "text" },
      ],
      (values) => ({ amount: values.amount("amount"), slip: values.text("slip") }),
    );

// A count of the tray, with the seals of new boxes unless the inventory is closed with it.
const count_tray =
  (order: "OpenInventory" | "CountInventory", title: () => string, closes = false) =>
  (state: CageState, table: CageTable): void =>
    open_table_form(
      state,
      table,
      title(),
      order,
      [amount_field(t("tray"), "counted", table), ...(closes ? [] : box_fields(table))],
      (values) => ({ ...counted_of(values), ...box_values(values) }),
    );

const action = (
  id: string,
  open: boolean,
  title: () => string,
  make: (title: () => string) => Action["run"],
): Action => ({ id, open, title, run: make(title) });

const actions: Action[] = [
  action(
    "open-inventory",
    false,
    () => t("open_inventory"),
    (title) => count_tray("OpenInventory", title),
  ),
  action(
    "fill",
    true,
    () => t("fill"),
    (title) => move_chips("FillTable", title),
  ),
  action(
    "credit",
    true,
    () => t("credit"),
    (title) => move_chips("CreditTable", title),
  ),
  action(
    "change-shift",
    true,
    () => t("change_shift"),
    (title) => count_tray("CountInventory", title),
  ),
  action(
    "close-inventory",
    true,
    () => t("close_inventory"),
    (title) => count_tray("CountInventory", title, true),
  ),
];

function Inventory({ table }: { table: CageTable }) {
  const state = useCage();
  const { period, currency } = table;
  return (
    <li class="table-row" data-table={table.table}>
      <span class="what">
        <b>{table.name}</b>
        <small>
          {t("table_n", table.table)}
          {table.chips === "untracked" && ` · ${t("untracked")}`}
        </small>
      </span>
      {period ? (
        <dl class="small-figures">
          <div>
            <dt>{t("opener")}</dt>
            <dd>{exact(period.opener, currency)}</dd>
          </div>
          <div>
            <dt>{t("fills")}</dt>
            <dd data-fills={period.fills}>{exact(period.fills, currency)}</dd>
          </div>
          <div>
            <dt>{t("credits")}</dt>
            <dd>{exact(period.credits, currency)}</dd>
          </div>
        </dl>
      ) : (
        <span class="soft">{t("inventory_is_closed")}</span>
      )}
      <span class="act">
        {actions
          .filter((one) => one.open === Boolean(period))
          .map((one) => (
            <button key={one.id} data-action={one.id} onClick={() => one.run(state, table)}>
              {one.title()}
            </button>
          ))}
      </span>
    </li>
  );
}

function open_stacker_form(state: CageState): void {
  open_form(state, {
    title: t("remove_stacker"),
    currency: "",
    fields: [
      { name: "terminal", label: t("terminal"), kind: "number" },
      { name: "seal", label: t("seal"), kind: "text" },
    ],
    action: t("remove_stacker"),
    make: ({ number, text }) => {
      const terminal = number("terminal");
      const table = state.topic.value!.tables.find((one) =>
        one.terminals.some(([first, last]) => first! <= terminal && terminal <= last!),
      );
      if (!table) return t("no_terminal");
      return {
        order: "RemoveStacker",
        fields: { terminal, seal: text("seal") },
        table: table.table,
        lines: () => [t("terminal_n", terminal), text("seal")],
      };
    },
  });
}

function Boxes() {
  const state = useCage();
  const list = state.topic.value!.tables.flatMap((table) =>
    table.boxes.map((box) => ({ table, box })),
  );
  return (
    <>
      <div class="title-row">
        <h3>{t("boxes_title")}</h3>
        <button data-action="remove-stacker" onClick={() => open_stacker_form(state)}>
          {t("remove_stacker")}
        </button>
      </div>
      {!list.length && <p class="empty">{t("no_boxes")}</p>}
      <ul class="rows">
        {list.map(({ table, box }) => (
          <li key={`${table.table}-${box.seal}`} data-box={box.seal}>
            <span class="what">
              <b>
                {in_language(boxes[box.kind])} {box.seal}
              </b>
              <small>
                {table.name}
                {box.terminal > 0 && ` · ${t("terminal_n", box.terminal)}`} ·{" "}
                {t("removed", moment(box.removed_at))}
              </small>
            </span>
            <span class="act">
              <button
                class="main"
                data-action="count-box"
                onClick={() =>
                  open_form(state, {
                    title: t("count_box", `${in_language(boxes[box.kind])} ${box.seal}`),
                    currency: table.currency,
                    fields: [],
                    count: true,
                    action: t("count"),
                    make: ({ counted }) => ({
                      order: "CountBox",
                      fields: { seal: box.seal, counted },
                      table: table.table,
                      lines: () => [box.seal, exact(counted, table.currency)],
                    }),
                  })
                }
              >
                {t("count")}
              </button>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

export function Tables() {
  const felts = useCage().topic.value!.tables.filter((one) => one.felt);
  return (
    <section class="panel work" aria-labelledby="work-title">
      <h2 id="work-title">{t("tables_title")}</h2>
      <ul class="rows">
        {felts.map((one) => (
          <Inventory key={one.table} table={one} />
        ))}
      </ul>
      <Boxes />
    </section>
  );
}
