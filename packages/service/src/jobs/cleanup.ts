import { purgeOperatorSessions } from "../domain/operators/operators.ts";
import { erasePersonalData } from "../domain/orders/personal-data.ts";
import { forgetUsage } from "../domain/partners/usage.ts";
import type { JobLog } from "../log.ts";
import { sweepAvailability, sweepHistory } from "../store/catalogue/cleanup.ts";
import type { Db } from "../store/database/database.ts";

/** When passing time is written into the catalogue: every few seconds, and what is forgotten every few minutes. */
const availabilityEveryMs = 5_000;
const historyEveryMs = 300_000;
const personalDataEveryMs = 600_000;

/** Starts the sweeps; the returned function stops them and waits for the one under way. */
export function startSweeps(
  db: Db,
  options: { clock: () => Date; priceHoldMinutes: number; personalDataDays: number; logger: JobLog },
): () => Promise<void> {
  const { clock, priceHoldMinutes, personalDataDays, logger } = options;
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  const every = (ms: number, name: string, sweep: () => Promise<unknown>) =>
    setInterval(() => {
      running = running.then(async () => {
        if (stopped) return;
        // A sweep that fails (the server is away, say) is tried again at its next turn.
        await sweep().catch((error) => logger.warn({ err: error, sweep: name }, "sweep failed"));
      });
    }, ms).unref();
  const timers = [
    every(availabilityEveryMs, "availability", async () => {
      while (!stopped && (await sweepAvailability(db, clock())) === 500);
    }),
    every(historyEveryMs, "history", async () => {
      await sweepHistory(db, clock(), priceHoldMinutes);
      await purgeOperatorSessions(db, clock());
      await forgetUsage(db, clock());
    }),
    every(personalDataEveryMs, "personal data", async () => {
      while (!stopped && (await erasePersonalData(db, clock(), personalDataDays)) > 0);
    }),
  ];
  return async () => {
    stopped = true;
    for (const timer of timers) clearInterval(timer);
    await running;
  };
}
