// SPDX-License-Identifier: MIT
// The dialog that checks whether the dice of a round are those that the tumbler committed to.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Die } from "../shared/dice";
import type { SeenCommitments } from "../shared/commitments";
import type { Checked, Proof } from "../shared/proof";
import { in_language } from "../shared/words";
import { Dialog } from "./dialog";
import { useTerminal } from "./page";
import type { PastRound } from "./past_rounds";
import { t } from "./words";

// A proof, and the dice that were paid in its round: the two may differ.
interface Proved {
  proof: Proof;
  paid: readonly number[] | null;
}
interface CheckedRound {
  round: number;
  result: Checked | "failed";
}

const proved_of = (one: PastRound): Proved[] =>
  one.proof ? [{ proof: one.proof, paid: one.ended === "void" ? null : one.roll }] : [];

async function check(commitments: SeenCommitments, { proof, paid }: Proved): Promise<CheckedRound> {
  try {
    const { check_proof } = await import("../shared/proof");
    const commitment = commitments.of(proof.round);
    return {
      round: proof.round,
      result: check_proof(proof, { paid, commitment, key: commitments.key }),
    };
  } catch {
    return { round: proof.round, result: "failed" };
  }
}

function Verdict({ result }: { result: Checked | "failed" | null }) {
  if (!result) return <p role="status">{t("verify_checking")}</p>;
  if (result === "failed")
    return (
      <p role="alert" class="wrong">
        {t("verify_failed")}
      </p>
    );
  return (
    <>
      <ul class="checks">
        {result.checks.map((check, i) => {
          const kind = check.pending ? "pending" : check.ok ? "good" : "bad";
          return (
            <li key={i} class={kind} data-ok={check.ok}>
              <span class="mark" aria-hidden="true">
                {{ pending: "–", good: "✓", bad: "✗" }[kind]}
              </span>
              <div>
                {in_language(check.text)}{" "}
                {!check.pending && (
                  <span class={`tag ${kind}`}>{check.ok ? t("agrees") : t("differs")}</span>
                )}
                {check.detail && <code>{check.detail}</code>}
              </div>
            </li>
          );
        })}
      </ul>
      <p
        role="status"
        class={`verdict ${result.complete ? "good" : result.ok ? "" : "bad"}`}
        data-verified={result.complete}
      >
        {result.complete
          ? t("verify_good")
          : !result.ok
            ? t("verify_bad")
            : result.unseen
              ? t("verify_unseen")
              : t("verify_pending")}
      </p>
    </>
  );
}

function Hash({ name, value }: { name: string; value: string | null | undefined }) {
  if (!value) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code>{value}</code>
      </dd>
    </div>
  );
}

function Proven({ proof, checked }: { proof: Proof; checked: CheckedRound | null }) {
  return (
    <>
      <h3>{t("round", proof.round)}</h3>
      <dl class="proof">
        <div>
          <dt>{t("verify_dice")}</dt>
          <dd class="faces">
            {proof.roll.map((face, i) => (
              <Die key={i} face={face} size={30} />
            ))}{" "}
            <span>{proof.roll.join(" ")}</span>
          </dd>
        </div>
        <Hash name={t("verify_commitment")} value={proof.commitment} />
        <Hash name={t("verify_secret")} value={proof.secret} />
        <Hash name={t("verify_close")} value={proof.close_hash} />
      </dl>
      {!proof.signature && !proof.commitment ? (
        <p>{t("verify_unsigned")}</p>
      ) : (
        <Verdict result={checked?.round === proof.round ? checked.result : null} />
      )}
    </>
  );
}

export function Verify({ onclose }: { onclose: () => void }) {
  const page = useTerminal();
  const { table, commitments } = page.state;
  const { request_rounds, version } = page.past;
  const { proof } = table.value!;
  const proved = useSignal<Proved[]>([]);
  const chosen = useSignal<number | null>(null); // a round
  const checked = useSignal<CheckedRound | null>(null);
  // Rounds are requested again when one has ended, was corrected, or its secret was revealed.
  useEffect(() => {
    request_rounds().then(
      (list) => {
        proved.value = list.flatMap(proved_of);
      },
      () => {},
    );
  }, [version(), proof.last?.secret]);
  const all = proved.value;
  const one = all.find((each) => each.proof.round === (chosen.value ?? all[0]?.proof.round));
  useEffect(() => {
    if (one && chosen.value === null) chosen.value = one.proof.round; // stays while rounds go on
    if (one)
      void check(commitments, one).then((result) => {
        checked.value = result;
      });
  }, [JSON.stringify(one)]);
  return (
    <Dialog title={t("verify_title")} onclose={onclose} wide>
      <p>{t("verify_intro")}</p>
      {!one && <p>{t("verify_none")}</p>}
      {all.length > 1 && (
        <div class="tabs" role="group" aria-label={t("last_rounds")}>
          {all.map((each) => (
            <button
              key={each.proof.round}
              aria-pressed={each === one}
              onClick={() => {
                chosen.value = each.proof.round;
              }}
            >
              {each.proof.round}
            </button>
          ))}
        </div>
      )}
      {one && <Proven proof={one.proof} checked={checked.value} />}
      {proof.commitment && (
        <dl class="proof next">
          <Hash name={t("verify_next", proof.round)} value={proof.commitment} />
        </dl>
      )}
    </Dialog>
  );
}
