import type { ErrorEntry } from "@paseo/contract";
import { sql } from "kysely";
import type { Db } from "../../database/database.ts";
import { anyRow, firstRow, run } from "../../database/rows.ts";
import { prepared } from "../../database/statement-names.ts";

/**
 * Attempts to book that a repetition would recognise, by partner and digest of the content: an order was placed, or a refusal was answered. A
 * unique key decides which came first. So a request that was refused is not carried out when an earlier one with the same content was
 * still waiting elsewhere.
 */

export interface Attempt {
  partnerId: string;
  digest: string;
}

/** Longer than a request can wait: REQUEST_WAIT_SECONDS at most, and as long again in a pooler. */
const remembered = sql.raw("interval '60 seconds'");

/** Writes the attempts of the orders in the CTE `placed`, except those that were refused before. */
export const attemptsWritten = sql`
  insert into attempt as a (partner_id, digest, at)
  select partner_id, retry_digest, now() from placed where retry_digest is not null
  on conflict (partner_id, digest) do update set at = excluded.at, refusal = null
    where a.refusal is null or a.at <= excluded.at - ${remembered}
  returning 1`;

/** The text is cast to a number when the CTE `attempted` lacks one of them: only an error reverts what the statement has written. */
export const refusedBefore = "this content was refused before: order ";
export const unlessRefusedBefore = sql`
  case when (select count(*) from placed where retry_digest is not null) > (select count(*) from attempted)
    then (${sql.lit(refusedBefore)} || (select min(id::text) from placed))::int end as "refusedBefore"`;

/** Remembers a refusal. Returns the one that counts, which may be an earlier one; null: an order was placed. */
export async function rememberRefusal(
  db: Db,
  { partnerId, digest }: Attempt,
  errors: ErrorEntry[],
): Promise<ErrorEntry[] | null> {
  const isFirst = await anyRow(db)`${prepared("remember-refusal")}
    insert into attempt as a (partner_id, digest, at, refusal)
    values (${partnerId}, ${digest}, now(), ${JSON.stringify(errors)}::jsonb)
    on conflict (partner_id, digest) do update set at = excluded.at, refusal = excluded.refusal
      where a.at <= excluded.at - ${remembered}
    returning 1`;
  if (isFirst) return errors;
  const known = await firstRow(db)<{ refusal: ErrorEntry[] | null }>`${prepared("remembered-refusal")}
    select refusal from attempt where partner_id = ${partnerId} and digest = ${digest}`;
  return known ? known.refusal : errors;
}

export const purgeAttempts = (db: Db): Promise<void> => run(db)`delete from attempt where at <= now() - ${remembered}`;
