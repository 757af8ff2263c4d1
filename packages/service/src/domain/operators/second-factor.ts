import { createHash, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { Db, Tx } from "../../store/database/database.ts";
import { unsealSecret } from "../../store/database/sealing.ts";
import {
  type OperatorRow,
  takeRecoveryCode,
  takeTotpStep,
  writeRecoveryCodes,
} from "../../store/operators/operators.ts";

/** The second factor: codes of an authenticator app, and recovery codes for operators who lost it. */

const recoveryCodes = 10;
/** 32 characters, five bits each; no two of them look alike. */
const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";
/** 140 bits: a plain hash protects a secret of 112 bits or more. */
const recoveryLength = 28;

/** Six digits of the app, or a recovery code with or without spaces. Codes issued before had 16 characters. */
export const codePattern = "^(\\d{6}|[A-Za-z2-9]{4}([ -]?[A-Za-z2-9]{4}){3}(([ -]?[A-Za-z2-9]{4}){3})?)$";

/** Makes a new second factor: its secret, and the address that an authenticator app reads as a QR code. */
export function newSecondFactor(operator: OperatorRow, issuer: string): { secret: string; address: string } {
  const secret = new Secret({ size: 20 });
  return { secret: secret.base32, address: totp(secret.base32, operator.email, issuer).toString() };
}

/** Whether the code is valid now: a code of the app, or a recovery code. Each code is valid once. */
export async function useSecondFactorCode(
  db: Db,
  { id, totpSecret }: OperatorRow,
  code: string,
  now: Date,
): Promise<"app" | "recovery" | null> {
  if (totpSecret === null) return null;
  if (!/^\d{6}$/.test(code)) return (await takeRecoveryCode(db, id, hashOf(code))) ? "recovery" : null;
  const step = matchTimeStep(unsealSecret(db, totpSecret), code, now);
  return step !== null && (await takeTotpStep(db, id, step)) ? "app" : null;
}

/** Returns the time step of the code, in this half minute or a neighbouring one; null when no step matches. */
export function matchTimeStep(secret: string, code: string, now: Date): number | null {
  const delta = totp(secret).validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : Math.floor(now.getTime() / 30_000) + delta;
}

/** Replaces the operator's recovery codes. The store holds their hashes only. */
export async function makeRecoveryCodes(tx: Tx, operatorId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, () => {
    const letters = [...randomBytes(recoveryLength)].map((byte) => alphabet[byte % alphabet.length]).join("");
    return letters.match(/.{4}/g)!.join("-");
  });
  await writeRecoveryCodes(tx, operatorId, codes.map(hashOf));
  return codes;
}

const hashOf = (code: string): Buffer => createHash("sha256").update(code.toLowerCase().replace(/[ -]/g, "")).digest();

const totp = (secret: string, label = "operator", issuer = "Paseo"): TOTP =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), digits: 6, period: 30, algorithm: "SHA1" });
