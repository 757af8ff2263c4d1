import { sql } from "kysely";
import { type SupplierSettings, splitSealed } from "../../records/sealed-settings.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows, anyRow, firstRow, run } from "../database/rows.ts";

/** The providers that the operator uses. Their secrets are in a table of their own, as those of suppliers are. */

export interface StoredPaymentKind {
  kind: string;
  /** Whether guests can choose it. */
  enabled: boolean;
  /** With sealed secrets. */
  settings: SupplierSettings;
  revision: number;
}

const columns = sql`k.kind, k.enabled, k.revision,
  k.settings || coalesce((select jsonb_object_agg(x.name, jsonb_build_object('sealed', x.secret))
    from payment_secret x where x.kind = k.kind), '{}') as settings`;

export const storedPaymentKinds = (db: Db | Tx): Promise<StoredPaymentKind[]> =>
  allRows(db)`select ${columns} from payment_kind k order by k.kind`;

export const storedPaymentKind = (db: Db | Tx, kind: string): Promise<StoredPaymentKind | null> =>
  firstRow(db)`select ${columns} from payment_kind k where k.kind = ${kind}`;

/** Writes the settings of a kind. False: somebody changed them since this revision. 0: nobody has written any. */
export async function writePaymentKind(
  tx: Tx,
  { kind, enabled, settings, revision }: StoredPaymentKind,
): Promise<boolean> {
  const { plain, sealed } = splitSealed(settings);
  const written = await anyRow(tx)`
    insert into payment_kind as k (kind, enabled, settings) select ${kind}, ${enabled}, ${JSON.stringify(plain)}::jsonb
    where ${revision} = 0 or exists (select from payment_kind where kind = ${kind} and revision = ${revision})
    on conflict (kind) do update set enabled = excluded.enabled, settings = excluded.settings, revision = k.revision + 1
      where k.revision = ${revision} returning 1`;
  if (!written) return false;
  await run(tx)`delete from payment_secret where kind = ${kind} and name <> all(${[...sealed.keys()]}::text[])`;
  for (const [name, secret] of sealed)
    await run(tx)`insert into payment_secret (kind, name, secret) values (${kind}, ${name}, ${secret})
      on conflict (kind, name) do update set secret = excluded.secret`;
  return true;
}
