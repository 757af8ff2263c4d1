import { sql } from "kysely";
import type { LimitLevel } from "../../records/partners/partner-terms.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows, firstRow, onlyRow, run } from "../database/rows.ts";

/** What partners with a limit can still buy, as a job has read it: for letters, and for lists of partners. */

/** Orders whose transaction commits after a check can have changed before it. */
const margin = sql`interval '2 minutes'`;

/** Reads the partners with a limit that have changed since their last check, and those that were last checked an hour ago. */
export const partnersToCheck = (db: Db, now: Date): Promise<{ partnerId: string }[]> =>
  allRows(db)`
    select p.id as "partnerId" from partner p left join partner_limit l on l.partner_id = p.id
    where p.has_terms
      and (l.partner_id is not null or exists (
        select from partner_terms t where t.partner_id = p.id and t.valid_from <= ${now} and t.content -> 'limit' <> 'null'))
      and (l.partner_id is null or l.checked_at <= ${now}::timestamptz - interval '1 hour'
        or exists (select from orders o where o.partner_id = p.id and not o.test and o.changed_at >= l.checked_at - ${margin})
        or exists (select from partner_payment y where y.partner_id = p.id and y.recorded_at >= l.checked_at - ${margin})
        or exists (select from partner_terms t where t.partner_id = p.id and
          (t.created_at >= l.checked_at - ${margin} or t.valid_from between l.checked_at and ${now} or t.valid_until between l.checked_at and ${now})))
    order by p.id`;

/** Locks the check of a partner until the transaction ends. False: another process checks it. */
export const lockLimitCheck = async (tx: Tx, partnerId: string): Promise<boolean> =>
  (
    await onlyRow(tx)<{ is: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('partner limit'), hashtext(${partnerId})) as is`
  ).is;

export interface PartnerLimitRow {
  state: LimitLevel;
  /** The worst state since it was last above. */
  warned: LimitLevel;
  left: string;
  currencyCode: string;
}

export const checkedLimit = (tx: Tx, partnerId: string): Promise<Pick<PartnerLimitRow, "warned"> | null> =>
  firstRow(tx)`select warned from partner_limit where partner_id = ${partnerId}`;

export const writeCheckedLimit = (
  tx: Tx,
  partnerId: string,
  { state, warned, left, currencyCode }: PartnerLimitRow,
  now: Date,
): Promise<void> =>
  run(tx)`
    insert into partner_limit (partner_id, state, warned, left_amount, currency_code, checked_at)
    values (${partnerId}, ${state}, ${warned}, ${left}::numeric, ${currencyCode}, ${now})
    on conflict (partner_id) do update set state = excluded.state, warned = excluded.warned, left_amount = excluded.left_amount,
      currency_code = excluded.currency_code, checked_at = excluded.checked_at`;

/** Removes what was read of a partner that has no limit any more. */
export const deleteCheckedLimit = (tx: Tx, partnerId: string): Promise<void> =>
  run(tx)`delete from partner_limit where partner_id = ${partnerId}`;
