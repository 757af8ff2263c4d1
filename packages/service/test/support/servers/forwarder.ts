import { connect, createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** A port of this machine that leads to another one, and fails in the ways that networks and proxies do. */
export interface Forwarder {
  port: number;
  /** Nothing passes any more, on no connection, and none is closed. */
  silence(): void;
  /** Nothing passes any more on the connections that there are; new ones work. */
  silenceExisting(): void;
  /** Ends the silence; what was held up by then passes. */
  resume(): void;
  /** Closes the connections that there are; new ones work. */
  cut(): void;
  /** Refuses new connections, or takes them again. */
  refuse(is: boolean): void;
  /** Every piece passes so much later. */
  delay(ms: number): void;
  close(): void;
}

export async function forwardTo(target: number): Promise<Forwarder> {
  const pairs = new Set<Pair>();
  let isSilent = false;
  let isRefusing = false;
  let delayMs = 0;
  const server = createServer((near) => {
    if (isRefusing) {
      near.resetAndDestroy();
      return;
    }
    const pair = new Pair(near, connect(target, "127.0.0.1"), () => delayMs);
    pair.isSilent = isSilent;
    pairs.add(pair);
    near.on("close", () => pairs.delete(pair));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const silenceExisting = () => {
    for (const pair of pairs) pair.isSilent = true;
  };
  const cut = () => {
    for (const pair of pairs) pair.close();
  };
  return {
    port: (server.address() as { port: number }).port,
    silence: () => {
      isSilent = true;
      silenceExisting();
    },
    silenceExisting,
    resume: () => {
      isSilent = false;
      for (const pair of pairs) pair.resume();
    },
    cut,
    refuse: (is) => {
      isRefusing = is;
    },
    delay: (ms) => {
      delayMs = ms;
    },
    close: () => {
      server.close();
      cut();
    },
  };
}

/** A connection and the one that it is forwarded to. */
class Pair {
  isSilent = false;
  readonly #sockets: [Socket, Socket];
  #held: (() => void)[] = [];

  constructor(near: Socket, far: Socket, delayMs: () => number) {
    this.#sockets = [near, far];
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      let last = Promise.resolve();
      from.on("data", (bytes) => {
        if (delayMs() === 0) return this.#pass(() => to.write(bytes));
        // One piece after the other, whatever the delay is by then.
        last = Promise.all([last, pause(delayMs())]).then(() => this.#pass(() => to.write(bytes)));
      });
      from.on("error", () => {});
      // A side that goes away is not told of to the other one in a silence.
      from.on("close", () => this.#pass(() => to.destroy()));
    }
  }

  #pass(work: () => void): void {
    if (this.isSilent) this.#held.push(work);
    else work();
  }

  resume(): void {
    this.isSilent = false;
    for (const work of this.#held.splice(0)) work();
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
