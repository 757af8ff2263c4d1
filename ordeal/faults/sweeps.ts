import { sql } from "kysely";
import { until } from "../../packages/service/test/support/until.ts";
import type { Booked } from "../history/history.ts";
import { pricesAreWhole } from "./after.ts";
import { type ByteFault, byteFaults, type FaultProxy } from "./proxy.ts";
import type { Place, ProductName, World } from "./world.ts";

/** Sweeps: the same conversation again and again, with a fault after byte n, for n over the whole conversation. */

export interface SweepOptions {
  world: World;
  /** How many values of n. The seed chooses the first. */
  steps: number;
  /** Kinds of fault, in turn. */
  kinds?: readonly ByteFault["what"][];
  /** When it ends at the latest, by performance.now(). */
  endsAt?: number;
}

export interface Swept {
  /** Bytes of the conversation without a fault. */
  bytes: number;
  steps: number;
  /** Faults that happened. */
  faults: number;
  /** What broke a promise that no history shows. */
  broken: string[];
}

export const sweeps = {
  "validation, booking, cancellation and read, client to service": (options) =>
    sweep(options, "client", () => buyAndCancel(options.world, "later", { proxied: true, timeoutMs: 400 })),
  "booking with dispatch, service to store": (options) => sweep(options, "store", () => buy(options.world, "now")),
  "booking and cancellation of the last seats, service to store": (options) => {
    const few = options.world.events.few.slice(1);
    let turn = 0;
    return sweep(options, "store", () => buyAllAndCancel(options.world, few[turn++ % few.length]!));
  },
  "dispatch and cancellation, service to supplier": (options) =>
    sweep(options, "supplier", () => buyAndCancel(options.world, "now")),
  "dispatch by e-mail, service to mail server": (options) =>
    sweep(options, "mail", async () => {
      const before = options.world.mailbox.ended;
      await buy(options.world, "mail");
      await until(() => options.world.mailbox.ended > before, "the e-mail", { withinMs: 700 }).catch(() => {});
    }),
  "callback, service to partner": (options) =>
    sweep(options, "partner", async () => {
      const { order } = await buy(options.world, "now");
      await until(() => delivered(options.world, order!.id), "the callback", { withinMs: 1_500 }).catch(() => {});
    }),
  "import, operator to store": (options) =>
    sweep(options, "import", async (broken) => {
      await options.world.setPrice();
      // The server takes a silent import for alive, and keeps its locks, until its connection is closed or idle for a minute.
      options.world.proxies.import.release();
      await buy(options.world, "later");
      const prices = await pricesAreWhole(options.world);
      if (prices.length > 0) broken(`an import that failed left several: ${prices}`);
    }),
} satisfies Record<string, (options: SweepOptions) => Promise<Swept>>;

async function sweep(
  { world, steps, kinds = byteFaults, endsAt = Number.POSITIVE_INFINITY }: SweepOptions,
  place: Place,
  conversation: (broken: (what: string) => void) => Promise<unknown>,
): Promise<Swept> {
  const proxy = world.proxies[place];
  const broken: string[] = [];
  const note = (what: string) => void broken.push(what);
  const bytes = await bytesOf(proxy, () => conversation(note));
  const before = proxy.faults;
  let made = 0;
  for (const after of positions(bytes, steps, world.random)) {
    if (made > 0 && performance.now() > endsAt) break;
    proxy.arm({ after, what: kinds[made++ % kinds.length]! });
    await conversation(note);
    proxy.arm(null);
    proxy.release();
  }
  return { bytes, steps: made, faults: proxy.faults - before, broken };
}

/** Values of n at equal distances, in random order: a sweep that has to end early has still been everywhere. */
export function positions(bytes: number, steps: number, random: () => number): number[] {
  const stride = Math.max(1, Math.floor(bytes / steps));
  const first = Math.floor(random() * stride);
  return Array.from({ length: Math.ceil((bytes - first) / stride) }, (_, n) => first + n * stride)
    .map((after) => ({ after, order: random() }))
    .sort((one, other) => one.order - other.order)
    .map(({ after }) => after);
}

/** The second conversation counts: the first one opens connections. */
export async function bytesOf(proxy: FaultProxy, conversation: () => Promise<unknown>): Promise<number> {
  await conversation();
  const before = proxy.bytes;
  await conversation();
  return proxy.bytes - before;
}

/** Validates, and sends one purchase until it is answered, by its reference or its key in turn. */
export async function buy(
  world: World,
  product: ProductName,
  options: Parameters<World["client"]>[0] & { event?: string; seats?: number } = {},
): Promise<Booked> {
  const client = world.client(options);
  const { event = world.events[product][1]!, seats = 1 } = options;
  try {
    const { total } = await client.insist(() => client.validate(event, seats));
    const name = world.newReference();
    const named = world.random() < 0.5 ? { reference: name } : { key: name };
    const purchase = { event, seats, total: total ?? 0, callbackUrl: world.callbackUrl, ...named };
    return await client.insist(() => client.book(purchase));
  } finally {
    client.close();
  }
}

/** Buys, cancels and reads. The supplier of `now` cancels what it has confirmed. */
async function buyAndCancel(
  world: World,
  product: ProductName,
  options?: Parameters<World["client"]>[0],
): Promise<void> {
  const { order } = await buy(world, product, options);
  if (!order) return;
  const client = world.client(options);
  await client.insist(() => client.cancel(order.id));
  await client.insist(() => client.read(order.id));
  client.close();
}

/** Buys an event out, and cancels, so that each seat can be sold again. */
async function buyAllAndCancel(world: World, event: string): Promise<void> {
  const client = world.client();
  const orders = [await buy(world, "few", { event, seats: 4 }), await buy(world, "few", { event, seats: 2 })];
  for (const { order } of orders) if (order) await client.insist(() => client.cancel(order.id));
  for (const { order } of orders) if (order) await client.insist(() => client.read(order.id));
  client.close();
}

async function delivered({ database }: World, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ state: string }>`
    select state from callback where order_id = ${orderId} and state = 'delivered'`.execute(database.db);
  return rows.length > 0;
}
