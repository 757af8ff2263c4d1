import { sql } from "kysely";
import type { SupplierSettings } from "../../records/sealed-settings.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows, anyRow, run } from "../database/rows.ts";
import { sealSecret } from "../database/sealing.ts";

/** Reads and writes the settings of suppliers, whose secrets are in a table of their own. */

/** The settings of the supplier `s` with its sealed secrets. */
export const settingsOfSupplier = sql`s.settings || coalesce((select jsonb_object_agg(x.name, jsonb_build_object('sealed', x.secret))
  from supplier_secret x where x.supplier_id = s.id), '{}')`;

/** Replaces the secrets of a supplier. */
export async function writeSupplierSecrets(
  tx: Tx,
  supplierId: string,
  sealed: ReadonlyMap<string, string>,
): Promise<void> {
  await run(
    tx,
  )`delete from supplier_secret where supplier_id = ${supplierId} and name <> all(${[...sealed.keys()]}::text[])`;
  for (const [name, secret] of sealed)
    await run(tx)`insert into supplier_secret (supplier_id, name, secret) values (${supplierId}, ${name}, ${secret})
      on conflict (supplier_id, name) do update set secret = excluded.secret`;
}

/**
 * Moves the secrets that an earlier version stored among the settings, and masks them in the audit log. `secrets`: the names of the secrets of
 * each kind of supplier.
 */
export async function moveSupplierSecrets(db: Db, secrets: ReadonlyMap<string, readonly string[]>): Promise<void> {
  for (const [kind, names] of secrets) {
    const found = await allRows(db)<{ id: string }>`
      select id from supplier where kind = ${kind} and settings ?| ${[...names]}::text[]`;
    for (const { id } of found)
      await db.transaction().execute(async (tx) => {
        const [supplier] = await allRows(tx)<{ externalId: string; settings: SupplierSettings }>`
          select external_id as "externalId", settings from supplier where id = ${id} for update`;
        const plain = Object.entries(supplier?.settings ?? {});
        for (const [name, value] of plain)
          if (names.includes(name))
            await run(tx)`insert into supplier_secret (supplier_id, name, secret)
              values (${id}, ${name}, ${sealSecret(tx, String(value))}) on conflict do nothing`;
        await run(tx)`update supplier set settings = settings - ${[...names]}::text[] where id = ${id}`;
      });
    // Only the entry of a deletion had the settings. A server may take no writes now.
    const shown = sql`operation = 'suppliers.delete' and before ->> 'kind' = ${kind} and before -> 'settings' ?| ${[...names]}::text[]`;
    if (await anyRow(db)`select 1 from audit where ${shown} limit 1`)
      await run(db)`update audit set before = before #- '{settings}' where ${shown}`;
  }
}
