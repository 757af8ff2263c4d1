import { setTimeout as pause } from "node:timers/promises";
import { randomFrom } from "../../packages/service/test/support/random.ts";
import { RecordingClient } from "./client.ts";
import type { Recorder } from "./recorder.ts";

type Random = () => number;

/** Partner sites that validate, book, read and cancel at random, each with its own seed. */

export interface LoadOptions {
  recorder: Recorder;
  seed: number;
  apiKey: string;
  /** Addresses of the services; each request goes to one of them. They may change during the run. */
  urls: string[];
  events: string[];
  clients: number;
  callbackUrl?: string;
  /** Share of purchases that are sent twice at the same time. */
  twins?: number;
  /** The longest pause between two operations. */
  pauseMs?: number;
  timeoutMs?: number;
}

export interface HistoryLoad {
  /** Clients stop after their current operation. */
  stop(): Promise<void>;
}

/** Number of loads that this process started. It makes the references of their orders unique. */
let loads = 0;

export function startLoad(options: LoadOptions): HistoryLoad {
  const load = ++loads;
  let isStopped = false;
  const clients = Array.from({ length: options.clients }, (_, n) => {
    const random = randomFrom(options.seed * 1_000 + n);
    const name = `load${load}-${n}`;
    const { recorder, apiKey, urls, timeoutMs } = options;
    const url = () => pick(urls, random);
    const client = new RecordingClient({ name, recorder, apiKey, url, ...(timeoutMs && { timeoutMs }) });
    return sell(client, name, random, options, () => isStopped).finally(() => client.close());
  });
  return {
    stop: async () => {
      isStopped = true;
      await Promise.all(clients);
    },
  };
}

async function sell(
  client: RecordingClient,
  name: string,
  random: Random,
  { events, callbackUrl, twins = 0.2, pauseMs = 20 }: LoadOptions,
  isStopped: () => boolean,
): Promise<void> {
  const mine: string[] = [];
  for (let n = 0; !isStopped(); n++) {
    const event = pick(events, random);
    const seats = 1 + Math.floor(random() * 3);
    const { total } = await client.validate(event, seats);
    if (total !== null) {
      const identity = `${name}-${n}`;
      const named = random() < 0.5 ? { reference: identity } : { key: identity };
      const purchase = { event, seats, total, ...named, ...(callbackUrl !== undefined && { callbackUrl }) };
      const book = () => client.insist(() => client.book(purchase));
      // Sometimes sends the same request twice at the same time, as a site does after a double click.
      const twice = random() < twins ? [book(), book()] : [book()];
      const [{ order }] = (await Promise.all(twice)) as [Awaited<ReturnType<typeof book>>];
      if (order) mine.push(order.id);
    }
    if (mine.length > 0 && random() < cancelled) {
      const id = mine.splice(Math.floor(random() * mine.length), 1)[0]!;
      await client.insist(() => client.cancel(id));
      await client.read(id);
    }
    if (random() < 0.3) await client.version();
    if (mine.length > 0 && random() < 0.3) await client.read(pick(mine, random));
    await pause(random() * pauseMs);
  }
}

/** Share of orders that are cancelled. */
const cancelled = 0.4;
const pick = <T>(values: readonly T[], random: Random): T => values[Math.floor(random() * values.length)]!;
