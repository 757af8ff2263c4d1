import { sql, type Transaction } from "kysely";
import { run } from "./rows.ts";

/**
 * Returns the statement that changes settings of the session or of the transaction. It skips a setting that the server does not know:
 * PostgreSQL 16 does not know `transaction_timeout`.
 */
export const setSettingsStatement = (json: string, isLocal: boolean): string =>
  `select set_config(s.name, x.value, ${isLocal}) from json_each_text(${json}) x join pg_settings s on lower(s.name) = lower(x.key)
   where not ${isServerReadOnly}`;

/**
 * True of the row of `pg_settings` by which the whole server refuses writes, as an administrator or a guard against a full disk sets it.
 * A session that sets it itself would write on, and would not notice a later change.
 */
export const isServerReadOnly = `(s.name = 'default_transaction_read_only' and s.source in ('default', 'configuration file'))`;

/** A statement that begins with this comment lifts the time limits of its transaction. */
export const noTimeLimitMark = "/* no time limit */";

const unlimited = {
  statement_timeout: 0,
  lock_timeout: 0,
  transaction_timeout: 0,
  idle_in_transaction_session_timeout: 60_000,
};
const limitsLifted = sql.raw(`${noTimeLimitMark} ${setSettingsStatement(`'${JSON.stringify(unlimited)}'`, true)}`);

/**
 * Lifts the limits of statements and locks for the rest of a transaction: for imports, migrations and other work that
 * may take minutes. The limit of idle time stays, so that the locks of a vanished client are released soon.
 */
export const liftTimeLimits = (tx: Transaction<object>): Promise<void> => run(tx)`${limitsLifted}`;
