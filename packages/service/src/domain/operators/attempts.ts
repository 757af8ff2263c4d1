import { networkOf } from "../../network.ts";
import type { Db } from "../../store/database/database.ts";
import {
  type AttemptSource,
  lockoutEndsAt,
  returnAttempt,
  takeAttempt,
} from "../../store/operators/operator-sessions.ts";

/**
 * Limits attempts to prove a password or a code. An attempt is counted before the check, so that parallel attempts
 * count too. Attempts from other addresses never lock out an address from which the account has signed in before.
 */

const attemptWindowMs = 15 * 60_000;
/** How long the service remembers that an account has signed in from an address. */
export const knownAddressMs = 30 * 24 * 3_600_000;
const limits = { both: 5, account: 20 };
/**
 * Limit for all accounts from one address. It applies to sign-in only, because all other attempts need a session or a
 * link.
 */
const maxSignIns = 100;

/** `unfinished`: the attempt guessed nothing, so it does not count. */
export type AttemptVerdict = "right" | "wrong" | "unfinished";

export interface TooManyAttempts {
  outcome: "too-often";
  retryAfterSeconds: number;
}

/** Runs a check as one attempt. A check that throws does not count. */
export async function runAttempt<T extends { verdict: AttemptVerdict }>(
  db: Db,
  { account, remote }: AttemptSource,
  now: Date,
  check: () => Promise<T>,
  { signingIn = false } = {},
): Promise<T | TooManyAttempts> {
  const attempter = { account, remote: networkOf(remote) };
  const times = {
    now,
    endsAt: new Date(now.getTime() + attemptWindowMs),
    provenAfter: new Date(now.getTime() - knownAddressMs),
  };
  const taken = await takeAttempt(db, attempter, { ...limits, remote: signingIn ? maxSignIns : null }, times);
  if (taken === null) {
    const endsAt = (await lockoutEndsAt(db, attempter, now))?.getTime() ?? times.endsAt.getTime();
    return { outcome: "too-often", retryAfterSeconds: Math.ceil((endsAt - now.getTime()) / 1000) };
  }
  try {
    const checked = await check();
    if (checked.verdict !== "wrong")
      await returnAttempt(db, attempter, { taken, byRemote: signingIn }, checked.verdict === "right" ? now : null);
    return checked;
  } catch (error) {
    await returnAttempt(db, attempter, { taken, byRemote: signingIn }, null);
    throw error;
  }
}
