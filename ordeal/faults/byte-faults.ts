import { sql } from "kysely";
import { until } from "../../packages/service/test/support/until.ts";
import type { RecordingClient } from "../history/client.ts";
import type { BookEntry, SeenQuote } from "../history/history.ts";
import { findPartlyStoredPrices } from "./after.ts";
import type { ProductName } from "./catalogue.ts";
import { type ByteFault, byteFaults } from "./proxy/faults.ts";
import type { FaultProxy } from "./proxy/proxy.ts";
import type { FaultEnvironment, ProxyPlace } from "./world.ts";

/** Repeats a conversation with a fault after byte n, for values of n over the whole conversation. */

interface ByteFaultOptions {
  world: FaultEnvironment;
  /** Number of values of n. The seed chooses the first one. */
  steps: number;
  /** Kinds of fault, one after another. */
  kinds?: readonly ByteFault["what"][];
  /** Latest end, by performance.now(). */
  endsAt?: number;
}

export interface ByteFaultRun {
  /** Number of bytes of the conversation without a fault. */
  bytes: number;
  steps: number;
  /** Number of faults that happened. */
  faults: number;
  /** Broken promises that a history does not show. */
  broken: string[];
}

export const faultedConversations = {
  "validation, booking, cancellation and read, client to service": (options) =>
    faultEachByte(options, "client", () => buyAndCancel(options.world, "later", { proxied: true, timeoutMs: 400 })),
  "booking with dispatch, service to store": (options) =>
    faultEachByte(options, "store", () => buyOnce(options.world, "now")),
  "booking and cancellation of the last seats, service to store": (options) => {
    const few = options.world.events.few.slice(1);
    let next = 0;
    return faultEachByte(options, "store", () => buyAllAndCancel(options.world, few[next++ % few.length]!));
  },
  "dispatch and cancellation, service to supplier": (options) =>
    faultEachByte(options, "supplier", () => buyAndCancel(options.world, "now")),
  "dispatch by e-mail, service to mail server": (options) =>
    faultEachByte(options, "mail", async () => {
      const before = options.world.mailbox.ended;
      await buyOnce(options.world, "mail");
      await until(() => options.world.mailbox.ended > before, "the e-mail", { withinMs: 700 }).catch(() => {});
    }),
  "quote and acceptance of a change, client to service": (options) =>
    faultEachByte(options, "client", () => buyAndChange(options.world, "own", { proxied: true, timeoutMs: 400 })),
  "quote and acceptance of a change, service to store": (options) =>
    faultEachByte(options, "store", () => buyAndChange(options.world, "own")),
  "change with its supplier, service to supplier": (options) =>
    faultEachByte(options, "supplier", () => buyAndChange(options.world, "now")),
  "callback, service to partner": (options) =>
    faultEachByte(options, "partner", async () => {
      const { order } = await buyOnce(options.world, "now");
      await until(() => delivered(options.world, order!.id), "the callback", { withinMs: 1_500 }).catch(() => {});
    }),
  "import, operator to store": (options) =>
    faultEachByte(options, "import", async (broken) => {
      await options.world.setPrice();
      // PostgreSQL takes a silent import for alive and keeps its locks until the connection is closed, or idle for a minute.
      options.world.proxies.import.release();
      await buyOnce(options.world, "later");
      const prices = await findPartlyStoredPrices(options.world);
      if (prices.length > 0) broken(`an import that failed left several: ${prices}`);
    }),
} satisfies Record<string, (options: ByteFaultOptions) => Promise<ByteFaultRun>>;

async function faultEachByte(
  { world, steps, kinds = byteFaults, endsAt = Number.POSITIVE_INFINITY }: ByteFaultOptions,
  place: ProxyPlace,
  conversation: (broken: (what: string) => void) => Promise<unknown>,
): Promise<ByteFaultRun> {
  const proxy = world.proxies[place];
  const broken: string[] = [];
  const note = (what: string) => void broken.push(what);
  const bytes = await measureConversationBytes(proxy, () => conversation(note));
  const before = proxy.faults;
  const made = await playAtEach(faultPositions(bytes, steps, world.random), endsAt, async (after, n) => {
    proxy.arm({ after, what: kinds[n % kinds.length]! });
    await conversation(note);
    proxy.arm(null);
    proxy.release();
  });
  return { bytes, steps: made, faults: proxy.faults - before, broken };
}

/** Plays a conversation once with a fault at each step, at least at the first one, until the time ends. Returns how often. */
export async function playAtEach<Step>(
  steps: Iterable<Step>,
  endsAt: number,
  play: (step: Step, n: number) => Promise<void>,
): Promise<number> {
  let made = 0;
  for (const step of steps) {
    if (made > 0 && performance.now() > endsAt) break;
    await play(step, made++);
  }
  return made;
}

/** So that a run that ends early has covered the whole conversation. */
export const inRandomOrder = <Step>(steps: readonly Step[], random: () => number): Step[] =>
  steps
    .map((step) => ({ step, order: random() }))
    .sort((one, other) => one.order - other.order)
    .map(({ step }) => step);

/** Evenly spaced values of n in random order. */
export function faultPositions(bytes: number, steps: number, random: () => number): number[] {
  const stride = Math.max(1, Math.floor(bytes / steps));
  const first = Math.floor(random() * stride);
  const positions = Array.from({ length: Math.ceil((bytes - first) / stride) }, (_, n) => first + n * stride);
  return inRandomOrder(positions, random);
}

/** Measures the second conversation, because the first one opens connections. */
export async function measureConversationBytes(
  proxy: FaultProxy,
  conversation: () => Promise<unknown>,
): Promise<number> {
  await conversation();
  const before = proxy.bytes;
  await conversation();
  return proxy.bytes - before;
}

/** Validates, and repeats one booking until it is answered. Alternates between a reference and a key as its identifier. */
export async function buyOnce(
  world: FaultEnvironment,
  product: ProductName,
  options: Parameters<FaultEnvironment["client"]>[0] & { event?: string; seats?: number } = {},
): Promise<BookEntry> {
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

/** Buys, cancels and reads. The supplier of `now` confirms and then cancels. */
async function buyAndCancel(
  world: FaultEnvironment,
  product: ProductName,
  options?: Parameters<FaultEnvironment["client"]>[0],
): Promise<void> {
  const { order } = await buyOnce(world, product, options);
  if (!order) return;
  const client = world.client(options);
  await client.insist(() => client.cancel(order.id));
  await client.insist(() => client.read(order.id));
  client.close();
}

/** Buys, changes to another event and cancels, so that the seats of both return. */
async function buyAndChange(
  world: FaultEnvironment,
  product: ProductName,
  options?: Parameters<FaultEnvironment["client"]>[0],
): Promise<void> {
  const { order } = await buyOnce(world, product, { ...options, seats: 2 });
  if (!order) return;
  const client = world.client(options);
  const changed = await amendOrder(client, order.id, world.events[product][2]!);
  // A supplier that has not decided yet decides later.
  if (changed) await client.insist(() => client.accept(order.id, changed));
  await client.insist(() => client.cancel(order.id));
  client.close();
}

/** Quotes one seat of this event for an order, and accepts the quote until an answer arrives. Returns null when the quote is refused. */
export async function amendOrder(client: RecordingClient, order: string, event: string): Promise<SeenQuote | null> {
  const { quote } = await client.insist(() => client.quote(order, { event, seats: 1 }));
  if (quote) await client.insist(() => client.accept(order, quote));
  return quote;
}

/** Buys all seats of an event, and cancels, so that each seat can be sold again. */
async function buyAllAndCancel(world: FaultEnvironment, event: string): Promise<void> {
  const client = world.client();
  const orders = [await buyOnce(world, "few", { event, seats: 4 }), await buyOnce(world, "few", { event, seats: 2 })];
  for (const { order } of orders) if (order) await client.insist(() => client.cancel(order.id));
  for (const { order } of orders) if (order) await client.insist(() => client.read(order.id));
  client.close();
}

async function delivered({ database }: FaultEnvironment, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ state: string }>`
    select state from callback where order_id = ${orderId} and state = 'delivered'`.execute(database.db);
  return rows.length > 0;
}
