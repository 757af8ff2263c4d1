import { createKey, KeyRefused } from "../domain/partners/keys.ts";
import type { Db } from "../store/database/database.ts";
import { recordCommand } from "../store/operators/audit.ts";
import { listKeys, partnerId, revokeKey } from "../store/partners/partners.ts";
import { CommandFailure, columns, minute } from "./output.ts";

/** Creates a key and returns the text to print. */
export async function createKeyText(
  db: Db,
  partner: string,
  options: { test?: boolean; readOnly?: boolean },
  now: Date,
): Promise<string> {
  try {
    const wanted = { mode: options.test ? "test" : "live", readOnly: options.readOnly ?? false } as const;
    const { key, hint } = await db.transaction().execute(async (tx) => {
      const made = await createKey(tx, { partner, ...wanted, now });
      await recordCommand(tx, "partners.createKey", { subject: partner, after: { hint: made.hint, ...wanted } });
      return made;
    });
    return `${key}\n\nThe key is shown only now: the store has its hash. Lists show it as ${hint}.`;
  } catch (error) {
    if (error instanceof KeyRefused) throw new CommandFailure(error.message);
    throw error;
  }
}

/** The keys of one partner, or of all, as a table. */
export async function listKeysText(db: Db, partner?: string): Promise<string> {
  if (partner && (await partnerId(db, partner)) === null) throw new CommandFailure(`There is no partner "${partner}".`);
  const rows = await listKeys(db, partner);
  if (rows.length === 0) return partner ? `Partner "${partner}" has no keys.` : "There are no keys.";
  const table = rows.map((row) => [
    row.hint,
    row.partner,
    row.mode,
    row.readOnly ? "read" : "read, sell",
    minute(row.createdAt),
    row.revokedAt ? `revoked ${row.revokedAt.toISOString().slice(0, 10)}` : row.active ? "valid" : "partner inactive",
  ]);
  return columns([["KEY", "PARTNER", "MODE", "RIGHTS", "CREATED (UTC)", "STATE"], ...table]);
}

/** Revokes a key, identified as in the list. */
export async function revokeKeyText(db: Db, hint: string, now: Date): Promise<string> {
  await db.transaction().execute(async (tx) => {
    const revoked = await revokeKey(tx, hint, now);
    if (!revoked) throw new CommandFailure(`There is no valid key ${hint}. \`paseo keys list\` shows them.`);
    const { partner, mode, readOnly } = revoked;
    await recordCommand(tx, "partners.revokeKey", { subject: partner, before: { hint, mode, readOnly } });
  });
  return `Revoked ${hint}. Requests with it are refused from now on.`;
}
