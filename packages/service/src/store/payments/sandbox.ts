import type { Db } from "../database/database.ts";
import { inTransaction } from "../database/database.ts";
import { onlyRow, run } from "../database/rows.ts";

/**
 * Changes a payment of the kind `sandbox` while it is locked. `change` gets null for a new one. What it returns is stored, unless it is null.
 */
export const changeSandboxPayment = <State>(
  db: Db,
  providerId: string,
  change: (stored: State | null) => State | null,
): Promise<State | null> =>
  inTransaction(db, async (tx) => {
    await run(
      tx,
    )`insert into sandbox_payment (provider_id, state) values (${providerId}, 'null') on conflict do nothing`;
    const { state } = await onlyRow(tx)<{ state: State | null }>`
      select state from sandbox_payment where provider_id = ${providerId} for update`;
    const next = change(state);
    if (next === null) await run(tx)`delete from sandbox_payment where provider_id = ${providerId} and state = 'null'`;
    else
      await run(
        tx,
      )`update sandbox_payment set state = ${JSON.stringify(next)}::jsonb where provider_id = ${providerId}`;
    return next;
  });
