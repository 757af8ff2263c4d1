import type { Config } from "../config.ts";
import { orderReference, parsedReference } from "../domain/booking/content.ts";
import { changeOrder, type OrderContext } from "../domain/orders/order-changes.ts";
import type { OrderTrigger } from "../domain/orders/order-status.ts";
import { eraseOrder, exportOrder } from "../domain/orders/personal-data.ts";
import type { Db, Tx } from "../store/database/database.ts";
import { recordCommand } from "../store/operators/audit.ts";
import { findOrder, listOrders } from "../store/orders/order-list.ts";
import { type OrderRow, orderById } from "../store/orders/orders.ts";
import { CommandFailure, columns, minute, publicUrl } from "./output.ts";

/** The orders desk on the command line: waiting orders and decisions. The service does what follows. */

const shown = 100;

export async function listOrdersText(db: Db, options: { all?: boolean }): Promise<string> {
  const { rows } = await listOrders(db, { waiting: !options.all }, { offset: 0, limit: shown });
  if (rows.length === 0) return options.all ? "There are no orders." : "No order waits.";
  const table = rows.map((row) => [
    orderReference(row),
    row.status,
    minute(row.createdAt),
    row.partner,
    row.eventOn.slice(0, 16).replace("T", " "),
    row.productName,
    row.flag ?? "",
  ]);
  return columns([["ORDER", "STATUS", "PLACED (UTC)", "PARTNER", "EVENT (LOCAL)", "PRODUCT", "FLAG"], ...table]);
}

/** Prints all stored data of an order as JSON. */
export async function exportOrderText(db: Db, order: string): Promise<string> {
  return JSON.stringify(await exportOrder(db, await orderId(db, order)), null, 2);
}

export async function eraseOrderText(db: Db, order: string, now: Date): Promise<string> {
  const id = await orderId(db, order);
  await db.transaction().execute(async (tx) => {
    await recordCommand(tx, "orders.erase", { subject: orderReference((await orderById(tx, id))!) });
    await eraseOrder(tx, id, now);
  });
  return `The personal data of ${order} are erased; the order stays.`;
}

export async function decideText(
  db: Db,
  config: Config,
  order: string,
  decision: { trigger: OrderTrigger; operation: string; confirmation?: string; why?: string },
): Promise<string> {
  const { trigger, operation, confirmation = null, why } = decision;
  const change = { trigger, actor: "operator" as const, confirmation, why: why ?? `operator-${trigger}` };
  const record = (changed: OrderRow, tx: Tx) =>
    recordCommand(tx, operation, {
      subject: orderReference(changed),
      after: { status: changed.status, confirmation, why },
    });
  const id = await orderId(db, order);
  const { order: now, changed } = await changeOrder(changingOrders(db, config), id, change, record);
  if (changed) return `${order} is now ${now!.status}.`;
  throw new CommandFailure(`${order} is ${now?.status}. Nothing was changed.`);
}

/** The command changes the order. The service's jobs then call suppliers and partners. */
const changingOrders = (db: Db, config: Config): OrderContext => ({
  db,
  suppliers: () => {
    throw new Error("A command calls no supplier.");
  },
  clock: () => new Date(),
  publicUrl: publicUrl(config),
  sandbox: config.sandbox,
  onError: () => {},
  inFlight: new Set(),
});

/** Finds an order by its id or reference. */
export async function orderId(db: Db, order: string): Promise<string> {
  const reference = parsedReference(order);
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(order);
  const id = reference || isId ? await findOrder(db, reference ?? { id: order }) : null;
  if (id === null) throw new CommandFailure(`There is no order "${order}". Use its id or its reference.`);
  return id;
}
