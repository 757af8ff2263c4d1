import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { bookRequest } from "../../packages/service/test/concurrency/booking.ts";

/** Buyers that repeat each booking until it is answered, as the guide tells partners to. */
export interface Load {
  /** Acknowledged orders by the reference of their booking. */
  orders: Map<string, string>;
  /** When each was acknowledged, by performance.now(), in that order. */
  times: number[];
  statuses: Map<string, number>;
  /** Answers that are neither an order nor a 503 with Retry-After. */
  wrong: string[];
  stop(): Promise<void>;
}

export function startLoad(
  url: string,
  { key, events, buyers = 8 }: { key: string; events: string[]; buyers?: number },
): Load {
  let stopped = false;
  const load: Load = {
    orders: new Map(),
    times: [],
    statuses: new Map(),
    wrong: [],
    stop: async () => {
      stopped = true;
      await Promise.all(clients);
    },
  };
  const clients = Array.from({ length: buyers }, async (_, n) => {
    for (let turn = n; !stopped; turn++) {
      const reference = randomUUID();
      const body = bookRequest(key, events[turn % events.length]!, 1, { externalReference: reference });
      while (!(await attempt(url, body, reference, load)) && !stopped) await pause(100);
      await pause(20);
    }
  });
  return load;
}

/** Whether the booking was answered for good. */
async function attempt(url: string, body: object, reference: string, load: Load): Promise<boolean> {
  const note = (status: number | string) => load.statuses.set(`${status}`, (load.statuses.get(`${status}`) ?? 0) + 1);
  try {
    const answer = await fetch(`${url}/api/es/eventbook`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await answer.text();
    note(answer.status);
    if (answer.status === 503 && answer.headers.has("retry-after")) return false;
    const id = answer.status === 200 ? (JSON.parse(text) as { id: string | null }).id : null;
    if (id === null) {
      load.wrong.push(`${answer.status} ${text.slice(0, 300)}`);
      return answer.status === 200;
    }
    load.orders.set(reference, id);
    load.times.push(performance.now());
    return true;
  } catch {
    note("cut");
    return false;
  }
}
