import { limits } from "@paseo/contract";
import { droppedBy, dropYears, EventsBusy, YearsInUse } from "../domain/editing/dropped-years.ts";
import type { Db, Tx } from "../store/database/database.ts";
import type { EventYear } from "../store/editing/dropped-years.ts";
import { recordCommand } from "../store/operators/audit.ts";
import { CommandFailure, columns } from "./output.ts";

/** Prints the effect of dropping the years before this one. With `yes`, drops them. */
export async function dropEventsText(
  db: Db,
  { before, yes = false }: { before: number; yes?: boolean },
  now: Date,
): Promise<string> {
  const record = (tx: Tx, years: EventYear[]) =>
    recordCommand(tx, "events.drop", { subject: `before ${before}`, before: years });
  const years = await (yes ? dropYears(db, before, now, record) : droppedBy(db, before, now)).catch(refused);
  if (years.length === 0) return `There are no events before ${before}.`;
  return yes
    ? `Dropped:\n${tableOf(years)}\nOrders, vouchers and figures of sales are still there.`
    : `This would drop:\n${tableOf(years)}\nOrders, vouchers and figures of sales stay. The events do not come back: take a backup, then add --yes.`;
}

function tableOf(years: EventYear[]): string {
  const count = (n: number) => n.toLocaleString("en");
  const rows = years.map(({ year, events, orders, waiting }) => [
    `${year}`,
    count(events),
    count(orders),
    count(waiting),
  ]);
  return columns([["YEAR", "EVENTS", "THEIR ORDERS", "STILL WAITING"], ...rows]);
}

function refused(error: unknown): never {
  if (error instanceof YearsInUse)
    throw new CommandFailure(
      `Events from ${error.firstStored} on cannot be dropped yet: a year can be dropped ${limits.retentionDays} days after its last day. Nothing was dropped.`,
    );
  if (error instanceof EventsBusy)
    throw new CommandFailure("The events are in use without a pause. Nothing was dropped; try again later.");
  throw error;
}
