import type { Db, Tx } from "../../store/database/database.ts";
import { lockOperator, type OperatorRow, writePassword, writeTotp } from "../../store/operators/operators.ts";
import { runAttempt, type TooManyAttempts } from "./attempts.ts";
import { type PasswordWeakness, weaknessOf } from "./common-passwords.ts";
import { hashPassword, passwordMatches } from "./passwords.ts";
import { makeRecoveryCodes, matchTimeStep, useSecondFactorCode } from "./second-factor.ts";
import { endSessions } from "./sign-in.ts";

/** Changes that operators make to their own sign-in. Each change needs the present password or a code of the present second factor. */

/** The operator as the request read it, and the session that stays when the operator's other sessions end. */
export interface AccountRequester {
  operator: OperatorRow;
  token: string;
  remote: string;
  /** OPERATOR_NAME, which no password may be made of. */
  service: string;
  now: Date;
  /** Records the change in its transaction. */
  record(tx: Tx): Promise<void>;
  /** Records that the password or code was wrong. */
  recordRefusal(): Promise<void>;
}

/** The present password, or a code of the present second factor. */
export type IdentityProof = { password: string } | { code: string };

/** `changed-meanwhile`: the operator's record changed after the proof was checked. */
export type AccountRefusal =
  | { outcome: "wrong-password" | "wrong-code" | "wrong-new-code" | "changed-meanwhile" }
  | TooManyAttempts;

/** Changes the password and ends the other sessions. */
export async function changePassword(
  db: Db,
  requester: AccountRequester,
  { present, next }: { present: string; next: string },
): Promise<{ outcome: "done" } | { outcome: "weak"; weakness: PasswordWeakness } | AccountRefusal> {
  const weakness = await weaknessOf(next, { ...requester.operator, service: requester.service });
  if (weakness) return { outcome: "weak", weakness };
  const refusal = await prove(db, requester, { password: present });
  if (refusal) return refusal;
  const hash = await hashPassword(next);
  return change(db, requester, async (tx) => {
    await writePassword(tx, requester.operator.id, hash);
    return { outcome: "done" as const };
  });
}

/** Enables or replaces the second factor, once a code proves that the app has it. Issues new recovery codes. */
export async function confirmSecondFactor(
  db: Db,
  requester: AccountRequester,
  { secret, code, proof }: { secret: string; code: string; proof: IdentityProof },
): Promise<{ outcome: "done"; recoveryCodes: string[] } | AccountRefusal> {
  const step = matchTimeStep(secret, code, requester.now);
  // The secret came with the request, so this attempt guesses nothing.
  if (step === null) return { outcome: "wrong-new-code" };
  const refusal = await prove(db, requester, proof);
  if (refusal) return refusal;
  return change(db, requester, async (tx) => {
    await writeTotp(tx, requester.operator.id, secret, step);
    return { outcome: "done" as const, recoveryCodes: await makeRecoveryCodes(tx, requester.operator.id) };
  });
}

/** Disables the second factor and its recovery codes. */
export async function removeSecondFactor(
  db: Db,
  requester: AccountRequester,
  proof: IdentityProof,
): Promise<{ outcome: "done" } | AccountRefusal> {
  const refusal = await prove(db, requester, proof);
  if (refusal) return refusal;
  return change(db, requester, async (tx) => {
    await writeTotp(tx, requester.operator.id, null, 0);
    return { outcome: "done" as const };
  });
}

/** Replaces the recovery codes. */
export async function renewRecoveryCodes(
  db: Db,
  requester: AccountRequester,
  proof: IdentityProof,
): Promise<{ outcome: "done"; recoveryCodes: string[] } | AccountRefusal> {
  const refusal = await prove(db, requester, proof);
  if (refusal) return refusal;
  return change(db, requester, async (tx) => ({
    outcome: "done" as const,
    recoveryCodes: await makeRecoveryCodes(tx, requester.operator.id),
  }));
}

/** Returns null when the proof is right. Wrong proofs count as failed sign-ins. */
async function prove(
  db: Db,
  { operator, remote, now, recordRefusal }: AccountRequester,
  proof: IdentityProof,
): Promise<AccountRefusal | null> {
  const result = await runAttempt(db, { account: operator.id, remote }, now, async () => {
    const right =
      "code" in proof
        ? (await useSecondFactorCode(db, operator, proof.code, now)) !== null
        : await passwordMatches(proof.password, operator.password);
    return { verdict: right ? "right" : "wrong" } as const;
  });
  if ("outcome" in result) return result;
  if (result.verdict === "right") return null;
  await recordRefusal();
  return { outcome: "code" in proof ? "wrong-code" : "wrong-password" };
}

/** Writes a change of the operator's sign-in with its audit entry, and ends the other sessions. */
async function change<T>(
  db: Db,
  { operator, token, record }: AccountRequester,
  write: (tx: Tx) => Promise<T>,
): Promise<T | { outcome: "changed-meanwhile" }> {
  return db.transaction().execute(async (tx) => {
    const present = await lockOperator(tx, operator.id);
    if (!present?.active || present.revision !== operator.revision) return { outcome: "changed-meanwhile" as const };
    const written = await write(tx);
    await endSessions(tx, operator.id, token);
    await record(tx);
    return written;
  });
}
