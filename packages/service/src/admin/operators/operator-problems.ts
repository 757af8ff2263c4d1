import type { PasswordWeakness } from "../../domain/operators/common-passwords.ts";
import type { EmailOutcome } from "../../domain/operators/email.ts";
import type { OperatorChangeOutcome } from "../../domain/operators/operators.ts";
import type { AccountRefusal } from "../../domain/operators/own-account.ts";
import { type PlainFieldRefusalCode, refusal } from "../../texts/field-refusals.ts";
import { conflict, notFound, ProblemError, tooManyRequests } from "../../web/problems.ts";

/** Converts refusals of the domain to problems. */

/** Another operator has changed the record since this operator read it. */
export const changedMeanwhile = () =>
  new ProblemError(409, "changed-meanwhile", "Another operator has changed this. Load it again, then change it.");

/** Returns the change, or throws the problem for its refusal. */
export function requireChanged(result: OperatorChangeOutcome): Extract<OperatorChangeOutcome, { outcome: "changed" }> {
  if (result.outcome === "changed") return result;
  if (result.outcome === "unknown") throw notFound("There is no such operator.");
  if (result.outcome === "changed-meanwhile") throw changedMeanwhile();
  throw conflict("last-owner", "The last owner must stay one, and active.");
}

/**
 * Returns the result of a change, or throws the problem for its refusal. `fields`: pointers to the fields of the proof
 * of identity.
 */
export function requireDone<T extends { outcome: "done" }>(
  result: T | AccountRefusal,
  fields: { password: string; code: string },
): Omit<T, "outcome"> {
  if (result.outcome === "too-often") throw tooManyRequests(result.retryAfterSeconds);
  if (result.outcome === "changed-meanwhile") throw changedMeanwhile();
  if (result.outcome === "wrong-password")
    throw wrongField("password-wrong", "The present password is wrong.", fields.password);
  if (result.outcome === "wrong-code" || result.outcome === "wrong-new-code") {
    const pointer = result.outcome === "wrong-code" ? fields.code : "/code";
    throw wrongField("code-wrong", "The code is wrong, or was used.", pointer);
  }
  const { outcome: _done, ...rest } = result as T;
  return rest;
}

export const weakPassword = (pointer: string, weakness: PasswordWeakness): ProblemError =>
  weakness === "common"
    ? wrongField("password-common", "The password is one that is guessed first. Choose another.", pointer)
    : wrongField(
        "password-personal",
        "The password is made of the own name, the e-mail address or the name of this service. Choose another.",
        pointer,
      );

/** The mail server did not accept an e-mail. The console has a sentence for each fault. */
export const mailFailed = ({ reason, detail }: Extract<EmailOutcome, { posted: false }>): ProblemError =>
  new ProblemError(502, "mail-failed", detail, {
    errors: [{ pointer: "", ...refusal("mail-not-sent", { why: detail, fault: reason }) }],
  });

/** The problem and its field have the same code. */
const wrongField = (code: PlainFieldRefusalCode, text: string, pointer: string): ProblemError =>
  new ProblemError(400, code, text, { errors: [{ pointer, ...refusal(code) }] });
