import { setTimeout as pause } from "node:timers/promises";
import { until } from "../../support/until.ts";
import { book, bookRequest } from "../booking.ts";
import type { Fleet } from "./fleet.ts";

const clients = 16;

interface LoadOptions {
  fleet: Fleet;
  random: () => number;
  key: string;
  events: string[];
  callbackUrl: string;
}

/** Clients that place orders, cancel some of them, and repeat unanswered requests. */
export class Load {
  /** Ids of placed orders, by their reference. */
  readonly placed = new Map<string, string>();
  /** Requests in flight whose process was killed. */
  cut = 0;
  readonly #options: LoadOptions;
  readonly #clients: Promise<void>[];
  #stopped = false;

  constructor(options: LoadOptions) {
    this.#options = options;
    this.#clients = Array.from({ length: clients }, (_, n) => this.#client(n));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#clients);
  }

  async #client(n: number): Promise<void> {
    const { random, events } = this.#options;
    const mine: string[] = [];
    for (let order = 0; !this.#stopped; order++) {
      const reference = `${n}-${order}`;
      const id = await this.#place(reference, events[order % events.length]!);
      this.placed.set(reference, id);
      mine.push(id);
      if (random() < 0.6) await this.#cancel(mine.splice(Math.floor(random() * mine.length), 1)[0]!);
      await pause(random() * 100);
    }
  }

  #place(externalReference: string, event: string): Promise<string> {
    const { key, callbackUrl } = this.#options;
    return this.#repeat(async (url) => {
      const { status, order } = await book(url, bookRequest(key, event, 1, { callbackUrl, externalReference }));
      return status === 200 && order.isValid ? order.id! : null;
    });
  }

  #cancel(id: string): Promise<true> {
    return this.#repeat(async (url) => {
      const answer = await fetch(`${url}/api/es/ordercancel`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ id, apiKey: this.#options.key }),
      });
      const { isValid } = (await answer.json()) as { isValid?: boolean };
      return (answer.status === 200 && isValid) || null;
    });
  }

  /** Sends a request to one process after the other until one answers. */
  #repeat<T>(send: (url: string) => Promise<T | null>): Promise<T> {
    return until<T | null>(
      async () => {
        const url = this.#options.fleet.any();
        return url === undefined ? null : await send(url).catch((error: Error) => this.#failed(error));
      },
      "an answer from any process",
      { withinMs: 120_000 },
    ) as Promise<T>;
  }

  #failed({ cause }: Error): null {
    if ((cause as NodeJS.ErrnoException | undefined)?.code !== "ECONNREFUSED") this.cut++;
    return null;
  }
}
