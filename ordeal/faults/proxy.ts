import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** A local port that forwards to another one, and fails as networks and proxies fail. */

/** A fault that happens once, to the connection that transfers this byte. */
export interface ByteFault {
  /** Number of bytes from now on, over all connections, in one direction or in both. */
  after: number;
  direction?: Direction;
  /**
   * `cut` closes both sides, `reset` closes them with a TCP reset, `half-close` ends the direction of that byte and drops the
   * rest of it, `silence` transfers nothing more and closes nothing.
   */
  what: "cut" | "reset" | "half-close" | "silence";
}
export const byteFaults: readonly ByteFault["what"][] = ["cut", "reset", "half-close", "silence"];

/** `up` leads to the target. */
export type Direction = "up" | "down";

/** A lost answer: the target receives the request and answers, but the connection is cut before the client receives the answer. */
export interface LostAnswer {
  /** Whether this is the request: a chunk of bytes as Latin-1 text. A RegExp, or a counter of requests. */
  to: { test(request: string): boolean };
  /** The end of the answer, as Latin-1 text. The target has finished its work by then. */
  endsWith: RegExp;
  /** Called when the answer is complete, before the connection is cut. */
  onLost?: () => void;
}

/** The answer to a statement that PostgreSQL has committed. It ends when the server is ready for the next statement. */
export const afterCommit = (statement: RegExp): LostAnswer => ({
  to: statement,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the message ReadyForQuery, outside a transaction
  endsWith: /Z\u0000\u0000\u0000\u0005I$/,
});

/** Splits and delays chunks at random. */
export interface Jitter {
  random: () => number;
  /** The longest delay of a chunk. */
  delayMs: number;
  /** The size of the largest chunk. */
  pieceBytes: number;
}

/** Opens a proxy to a port of 127.0.0.1. */
export async function forwardTo(target: number, host = "127.0.0.1"): Promise<FaultProxy> {
  const proxy = new FaultProxy(target, host);
  await proxy.listen();
  return proxy;
}

export class FaultProxy {
  /** Connections so far. */
  connections = 0;
  /** Bytes that passed so far, in both directions. */
  bytes = 0;
  /** Faults that happened so far. */
  faults = 0;
  #target: { port: number; host: string };
  readonly #server: Server;
  readonly #lines = new Set<Line>();
  #isSilent = false;
  #isRefusing = false;
  #delayMs = 0;
  #jitter: Jitter | null = null;
  #armed: (ByteFault & { left: number }) | null = null;
  #losing: LostAnswer | null = null;

  constructor(port: number, host: string) {
    this.#target = { port, host };
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => this.#accept(near));
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port;
  }

  /** The same address through this proxy. */
  through(url: string): string {
    const address = new URL(url);
    address.hostname = "127.0.0.1";
    address.port = `${this.port}`;
    return address.href;
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  /** Stops all transfer and closes no connection. */
  silence(): void {
    this.#isSilent = true;
    this.silenceExisting();
  }

  /** Stops all transfer on open connections; new connections work. */
  silenceExisting(): void {
    this.faults++;
    for (const line of this.#lines) line.isSilent = true;
  }

  /** Ends the silence and transfers what was held back. */
  resume(): void {
    this.#isSilent = false;
    for (const line of this.#lines) line.resume();
  }

  /** Closes all open connections; new ones work. */
  cut(): void {
    this.faults++;
    for (const line of this.#lines) line.destroy();
  }

  /** Closes all open connections; new ones are forwarded to another port. */
  leadTo(port: number): void {
    this.#target = { ...this.#target, port };
    this.cut();
  }

  /** Refuses new connections, or accepts them again. */
  refuse(is: boolean): void {
    if (is) this.faults++;
    this.#isRefusing = is;
  }

  /** Delays every chunk by this time. */
  delay(ms: number): void {
    this.#delayMs = ms;
  }

  /** Splits and delays chunks at random, or stops doing so. */
  disturb(jitter: Jitter | null): void {
    this.#jitter = jitter;
  }

  /** Prepares a fault. It replaces a prepared fault that has not happened. */
  arm(fault: ByteFault | null): void {
    this.#armed = fault && { ...fault, left: fault.after };
  }

  /** Loses the answer to the next matching request. */
  lose(answer: LostAnswer | null): void {
    this.#losing = answer;
  }

  /** Whether a prepared fault or a lost answer has not happened yet. */
  get isArmed(): boolean {
    return this.#armed !== null || this.#losing !== null;
  }

  /** Closes the silent connections. */
  release(): void {
    for (const line of this.#lines) if (line.isSilent) line.destroy();
  }

  /** Ends and forgets every fault. Closes all connections, because their data may be incomplete. */
  calm(): void {
    this.#armed = null;
    this.#losing = null;
    this.#jitter = null;
    this.#delayMs = 0;
    this.#isRefusing = false;
    this.#isSilent = false;
    for (const line of this.#lines) line.destroy();
  }

  close(): void {
    this.#server.close();
    for (const line of this.#lines) line.destroy();
  }

  #accept(near: Socket): void {
    if (this.#isRefusing) {
      near.resetAndDestroy();
      return;
    }
    this.connections++;
    const far = connect({ ...this.#target, allowHalfOpen: true, noDelay: true });
    const line = new Line(near, far, {
      pacing: () => ({ delayMs: this.#delayMs, jitter: this.#jitter }),
      faultIn: (direction, bytes) => this.#faultIn(direction, bytes),
      answerToLose: (request) => this.#answerToLose(request),
    });
    line.isSilent = this.#isSilent;
    this.#lines.add(line);
    // During a silence one side can close long before the other. The proxy must still notice it.
    const forget = () => near.closed && far.closed && this.#lines.delete(line);
    near.on("close", forget);
    far.on("close", forget);
  }

  /** Counts a chunk. If a fault happens within it, only the bytes before the fault are transferred. */
  #faultIn(direction: Direction, bytes: number): { what: ByteFault["what"]; passes: number } | null {
    this.bytes += bytes;
    const armed = this.#armed;
    if (!armed || (armed.direction && armed.direction !== direction)) return null;
    if (armed.left > bytes) {
      armed.left -= bytes;
      return null;
    }
    this.#armed = null;
    this.faults++;
    return { what: armed.what, passes: armed.left };
  }

  #answerToLose(request: string): LostAnswer | null {
    const losing = this.#losing;
    if (!losing?.to.test(request)) return null;
    this.#losing = null;
    this.faults++;
    return losing;
  }
}

interface Rules {
  pacing: () => { delayMs: number; jitter: Jitter | null };
  faultIn: (direction: Direction, bytes: number) => { what: ByteFault["what"]; passes: number } | null;
  answerToLose: (request: string) => LostAnswer | null;
}

/** A connection and the connection to which it is forwarded. */
class Line {
  isSilent = false;
  readonly #sockets: Record<Direction, Socket>;
  readonly #rules: Rules;
  #held: (() => void)[] = [];
  #ended = new Set<Direction>();
  #losing: LostAnswer | null = null;
  #swallowed = "";

  constructor(near: Socket, far: Socket, rules: Rules) {
    // Named after the direction of the data to the socket.
    this.#sockets = { up: far, down: near };
    this.#rules = rules;
    for (const [direction, from] of [
      ["up", near],
      ["down", far],
    ] as const) {
      const paced = this.#paced();
      from.on("data", (bytes) => {
        for (const piece of this.#split(bytes)) paced(() => this.#pass(direction, piece));
      });
      from.on("error", () => {});
      from.on("end", () => paced(() => this.#end(direction)));
      // During a silence, the other side does not learn that a side has closed.
      from.on("close", (failed) => paced(() => (failed ? this.#sockets[direction].destroy() : this.#end(direction))));
    }
  }

  resume(): void {
    this.isSilent = false;
    for (const work of this.#held.splice(0)) work();
  }

  destroy(): void {
    for (const socket of Object.values(this.#sockets)) socket.destroy();
  }

  /** Processes one direction in order, with the delay that applies at that time, and pauses during a silence. */
  #paced(): (work: () => void) => void {
    let last: Promise<void> | null = null;
    const unlessSilent = (work: () => void) => (this.isSilent ? void this.#held.push(work) : work());
    return (work) => {
      const { delayMs, jitter } = this.#rules.pacing();
      const ms = delayMs + (jitter ? jitter.random() * jitter.delayMs : 0);
      if (last === null && ms === 0) return unlessSilent(work);
      const mine: Promise<void> = Promise.all([last, pause(ms)]).then(() => {
        if (last === mine) last = null;
        unlessSilent(work);
      });
      last = mine;
    };
  }

  *#split(bytes: Buffer): Generator<Buffer> {
    const { jitter } = this.#rules.pacing();
    if (!jitter) return yield bytes;
    for (let at = 0; at < bytes.length; ) {
      const end = at + 1 + Math.floor(jitter.random() * jitter.pieceBytes);
      yield bytes.subarray(at, end);
      at = end;
    }
  }

  #pass(direction: Direction, bytes: Buffer): void {
    if (this.#ended.has(direction)) return;
    if (direction === "up") this.#losing ??= this.#rules.answerToLose(bytes.toString("latin1"));
    else if (this.#losing) {
      this.#swallow(bytes, this.#losing);
      return;
    }
    const to = this.#sockets[direction];
    const fault = this.#rules.faultIn(direction, bytes.length);
    if (!fault) return void to.write(bytes);
    const passing = bytes.subarray(0, fault.passes);
    if (fault.what === "half-close") {
      this.#ended.add(direction);
      to.end(passing);
    } else if (fault.what === "silence") {
      to.write(passing);
      this.isSilent = true;
      this.#held.push(() => to.write(bytes.subarray(fault.passes)));
    } else {
      // An immediate close would drop data that the socket has not sent yet.
      to.write(passing, () => (fault.what === "reset" ? this.#reset() : this.destroy()));
      for (const one of ["up", "down"] as const) this.#ended.add(one);
    }
  }

  #swallow(bytes: Buffer, { endsWith, onLost }: LostAnswer): void {
    this.#swallowed = (this.#swallowed + bytes.toString("latin1")).slice(-1024);
    if (!endsWith.test(this.#swallowed)) return;
    onLost?.();
    this.destroy();
  }

  #end(direction: Direction): void {
    if (!this.#ended.has(direction)) this.#sockets[direction].end();
    this.#ended.add(direction);
  }

  #reset(): void {
    for (const socket of Object.values(this.#sockets)) socket.resetAndDestroy();
  }
}
