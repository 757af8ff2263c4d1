import { type RawBuilder, sql } from "kysely";
import { backupAge as ageOfBackup } from "../database/backups.ts";
import type { Db } from "../database/database.ts";
import { allRows, onlyRow } from "../database/rows.ts";

/**
 * Counts waiting work of background jobs, suppliers and partners, for metrics. Each part reads a partial index of
 * waiting rows.
 */

export interface DueState {
  /** Seconds since the oldest work of each job became due; 0 if no work is due. */
  jobs: Record<"dispatch" | "callbacks" | "holds" | "availability", number>;
  /** Orders that wait for a supplier or an operator. */
  waiting: { flagged: number; unflagged: number };
  /** Seconds since the newest backup; without one, since the store was created. */
  backupAge: number;
  /** Age in seconds of the oldest undelivered callback of a live order, by the partner's external id. */
  undelivered: { partner: string; seconds: number }[];
}

export async function dueState(db: Db): Promise<DueState> {
  const { flagged, unflagged, backupAge, ...jobs } = await onlyRow(db)<
    DueState["jobs"] & DueState["waiting"] & Pick<DueState, "backupAge">
  >`
    select ${ageOfBackup} as "backupAge", ${sinceFirst(sql`(select min(supplier_due_at) from orders where supplier_due_at <= now())`)} as dispatch,
      ${sinceFirst(sql`(select min(next_at) from callback where state = 'waiting' and next_at <= now())`)} as callbacks,
      ${sinceFirst(sql`(select min(expires_at) from hold where status = 'open' and expires_at <= now())`)} as holds,
      ${sinceFirst(sql`(select min(recheck_at) from product_state where recheck_at <= now())`)} as availability,
      count(*) filter (where flagged_at is not null) as flagged, count(*) filter (where flagged_at is null) as unflagged
    from orders where status in ('waitsupplier', 'waitcancel') and not test`;
  const undelivered = await allRows(db)<{ partner: string; seconds: number }>`
    select p.external_id as partner, extract(epoch from now() - min(c.created_at))::float8 as seconds
    from callback c join partner p on p.id = c.partner_id where c.state = 'waiting' and not c.test group by 1`;
  return { jobs, waiting: { flagged, unflagged }, backupAge, undelivered };
}

const sinceFirst = (due: RawBuilder<unknown>) => sql`coalesce(extract(epoch from now() - ${due}), 0)::float8`;
