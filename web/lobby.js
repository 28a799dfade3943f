import { Client, h, words } from "/client.js";

const client = new Client();
const tables = document.getElementById("tables");
client.ready = () => { document.getElementById("connection").textContent = ""; client.ask("watch", { topic: "property" }); };
client.lost = () => { document.getElementById("connection").textContent = "connecting again…"; };
client.changed = () => {
  const all = client.topics.property?.tables ?? [];
  tables.replaceChildren(...all.map((one) =>
    h("section", { class: "card" },
      h("h2", {}, one.name),
      h("div", {}, `${one.title.en} · ${one.title.zh} · ${one.game}`),
      h("p", { class: "small" },
        one.out_of_service ? `out of service: ${one.out_of_service}` : words(one.phase),
        ` · ${one.rounds} rounds`, one.training ? " · training" : ""),
      h("div", { class: "row" },
        one.training ? h("a", { href: `/terminal?table=${one.number}` }, "Play") : null,
        h("a", { href: `/console?table=${one.number}` }, "Game Console")))));
};
