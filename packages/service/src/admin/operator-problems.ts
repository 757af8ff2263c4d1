import type { OperatorChanged } from "../domain/operators.ts";
import { conflict, notFound, ProblemError } from "../http/problems.ts";

/** What the domain refuses of a change to an operator, as problems. */

/** Somebody else changed the record since it was read. */
export const changedMeanwhile = () =>
  new ProblemError(409, "changed-meanwhile", "Somebody else changed this meanwhile: load it again, then change it.");

/** The change, or the problem that says why there is none. */
export function changedOr(result: OperatorChanged): Extract<OperatorChanged, { outcome: "changed" }> {
  if (result.outcome === "changed") return result;
  if (result.outcome === "unknown") throw notFound("There is no such operator.");
  if (result.outcome === "changed-meanwhile") throw changedMeanwhile();
  throw conflict("last-owner", "The last owner must stay one, and active.");
}
