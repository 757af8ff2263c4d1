import { type RawBuilder, sql } from "kysely";
import { findInBatches } from "../database/batch-loader.ts";
import type { Db, Tx } from "../database/database.ts";
import { run } from "../database/rows.ts";
import { sealSecret, unsealSecret } from "../database/sealing.ts";
import { defineStatement } from "../database/statement.ts";

/**
 * Secrets that sign requests to partners and suppliers. Their end times are by the database's clock, which all
 * processes share.
 */

/** The owner of signed requests: a partner's callbacks, or calls to a supplier. */
export type SecretOwner = { partnerId: string } | { supplierId: string };

const owned = (owner: SecretOwner) =>
  "partnerId" in owner ? sql`partner_id = ${owner.partnerId}` : sql`supplier_id = ${owner.supplierId}`;

/** The stored secrets in force that match `condition`: a JSON array, the newest first. */
export const sealedSecrets = (condition: RawBuilder<unknown>): RawBuilder<string[]> => sql`(
  select coalesce(${newestFirst}, '[]') from signing_secret where ${condition} and ${inForce}
)`;

const newestFirst = sql`jsonb_agg(secret order by ends_at desc nulls first, created_at desc)`;
const inForce = sql`(ends_at is null or ends_at > now())`;

const secretsByOwner = defineStatement<{ ids: string[] }, { id: string; secrets: string[] }>(
  "secrets-in-force",
  (value) => sql`
    select coalesce(partner_id, supplier_id) as id, ${newestFirst} as secrets from signing_secret
    where (partner_id = any(${value("ids")}::uuid[]) or supplier_id = any(${value("ids")}::uuid[])) and ${inForce}
    group by 1`,
);

/** Finds the secrets by the id of a partner or supplier. */
const sealedSecretsOf = findInBatches<string[]>(
  async (db, ids) => new Map((await secretsByOwner.run(db, { ids })).map(({ id, secrets }) => [id, secrets])),
);

/** Secrets in force, the newest first. The secrets of concurrent requests are read together. */
export async function secretsInForce(db: Db, owner: SecretOwner): Promise<string[]> {
  const secrets = await sealedSecretsOf(db, "partnerId" in owner ? owner.partnerId : owner.supplierId);
  return (secrets ?? []).map((secret) => unsealSecret(db, secret));
}

/** Prevents other transactions from adding a secret of the owner until this one ends. */
export async function lockSecrets(tx: Tx, owner: SecretOwner): Promise<void> {
  await ("partnerId" in owner
    ? sql`select from partner where id = ${owner.partnerId} for update`
    : sql`select from supplier where id = ${owner.supplierId} for update`
  ).execute(tx);
}

/** Adds a secret. Earlier secrets end after `formerForMs`, unless they end sooner. */
export async function addSecret(
  tx: Tx,
  owner: SecretOwner,
  { id, secret, formerForMs }: { id: string; secret: string; formerForMs: number },
): Promise<void> {
  const { partnerId = null, supplierId = null } = owner as { partnerId?: string; supplierId?: string };
  await run(tx)`
    update signing_secret set ends_at = least(ends_at, now() + ${formerForMs} * interval '1 millisecond')
    where ${owned(owner)}`;
  await run(tx)`
    insert into signing_secret (id, partner_id, supplier_id, secret)
    values (${id}, ${partnerId}, ${supplierId}, ${sealSecret(tx, secret)})`;
}
