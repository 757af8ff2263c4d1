import { sql } from "kysely";
import type { Tx } from "./database.ts";

/** A statement that begins so tells its connection that the transaction may take as long as it takes. */
export const patienceMark = "/* patient */";

/**
 * Lifts the limits of statements, locks and pauses for the rest of a transaction: imports, migrations and what else may rightly
 * work for minutes. Its pauses stay limited, or a client that vanished would hold its locks for hours.
 */
export async function allowTime(tx: Tx): Promise<void> {
  await sql`${sql.raw(patienceMark)}
    select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '60000', true)`.execute(tx);
}
