import type { Config } from "../config.ts";
import type { Db } from "../store/database/database.ts";
import { countSecrets, resealSecrets } from "../store/database/sealing.ts";
import { recordCommand } from "../store/operators/audit.ts";
import { CommandFailure, exitCodes } from "./output.ts";
import { alignColumns } from "./printing.ts";

/** Shows which keys encrypt the stored secrets, and encrypts all secrets again. */

export async function secretsText(db: Db): Promise<string> {
  const counts = await countSecrets(db);
  if (counts.length === 0) return "The store has no secrets.";
  const rows = counts.map(({ where, key, n }) => [where, key ?? "plain", `${n}`]);
  return alignColumns([["SECRETS", "KEY ID", "NUMBER"], ...rows]);
}

export async function reencryptSecrets(db: Db, { secretsKey, secretsKeyFormer }: Config): Promise<string> {
  if (!secretsKey && !secretsKeyFormer)
    throw new CommandFailure("Set SECRETS_KEY to the key that secrets are to be encrypted with.", exitCodes.usage);
  const changed = await resealSecrets(db);
  await recordCommand(db, "secrets.reencrypt", { subject: "all secrets", after: { rewritten: changed } });
  const now = secretsKey ? "encrypted with SECRETS_KEY" : "stored plain";
  return `Rewrote ${changed} secret${changed === 1 ? "" : "s"}: all are ${now}.`;
}
