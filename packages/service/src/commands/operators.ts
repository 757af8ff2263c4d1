import type { Config } from "../config.ts";
import { invitationAddress, inviteAgain, inviteOperator } from "../domain/operators/operators.ts";
import type { Db } from "../store/database/database.ts";
import { recordCommand } from "../store/operators/audit.ts";
import { clearAttempts } from "../store/operators/operator-sessions.ts";
import { listOperators, operatorByEmail, type Role } from "../store/operators/operators.ts";
import { CommandFailure, columns, minute, publicUrl } from "./output.ts";

/** Operators of the back office: creates the first one, and unlocks operators. */

/** Creates an operator, or a new link for an existing one. Returns the text to print. */
export async function inviteText(
  db: Db,
  config: Config,
  email: string,
  options: { name?: string; role: Role },
  now: Date,
): Promise<string> {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new CommandFailure(`"${email}" is not an e-mail address.`);
  const token = await db.transaction().execute(async (tx) => {
    const known = await operatorByEmail(tx, email);
    if (known && !known.active)
      throw new CommandFailure(
        `${email} may not sign in: an owner switches the operator on again in the console first.`,
      );
    if (known) {
      await recordCommand(tx, "operators.inviteAgain", { subject: known.email });
      return inviteAgain(tx, known.id, now);
    }
    const { name = email.split("@")[0]!, role } = options;
    await recordCommand(tx, "operators.invite", { subject: email, after: { email, name, role } });
    return (await inviteOperator(tx, { email, name, role }, now))!.token;
  });
  return `${invitationAddress(publicUrl(config), token)}\n\nThis link lets ${email} choose a password, once, within a week.`;
}

/** Allows an operator to sign in again at once. For the only owner, whom no other operator can unlock. */
export async function unlockText(db: Db, email: string): Promise<string> {
  const known = await operatorByEmail(db, email);
  if (!known) throw new CommandFailure(`There is no operator ${email}.`);
  await db.transaction().execute(async (tx) => {
    await recordCommand(tx, "operators.unlock", { subject: known.email });
    await clearAttempts(tx, known.id);
  });
  return `${known.email} can try to sign in again.`;
}

export async function listOperatorsText(db: Db): Promise<string> {
  const rows = await listOperators(db);
  if (rows.length === 0) return "There are no operators. `paseo operators create` makes the first.";
  const table = rows.map((row) => [
    row.email,
    row.role,
    row.active ? (row.password ? "active" : "invited") : "inactive",
    row.totpSecret ? "on" : "off",
    minute(row.createdAt),
  ]);
  return columns([["OPERATOR", "ROLE", "STATE", "SECOND FACTOR", "CREATED (UTC)"], ...table]);
}
