import { sql, type Transaction } from "kysely";
import { run } from "./rows.ts";

/** A statement that begins with this comment lifts the time limits of its transaction. */
export const noTimeLimitMark = "/* no time limit */";

/**
 * Lifts the limits of statements and locks for the rest of a transaction: for imports, migrations and other work that may
 * take minutes. The limit of idle time stays, or a client that vanished would hold its locks for hours.
 */
export const allowTime = (tx: Transaction<object>): Promise<void> =>
  run(tx)`${sql.raw(noTimeLimitMark)}
    select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '60000', true)`;
