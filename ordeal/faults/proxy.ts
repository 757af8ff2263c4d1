import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** A port of this machine that leads to another one, and fails in the ways that networks and proxies do. */

/** Something that happens once, to the connection that carries the byte with this number. */
export interface ByteFault {
  /** So many bytes pass from now on, counted over all connections, in the named direction or in both. */
  after: number;
  direction?: Direction;
  /**
   * `cut` closes both sides, `reset` does so with a TCP reset, `half-close` ends the direction of that byte and drops the rest of
   * it, `silence` passes nothing more and closes nothing.
   */
  what: "cut" | "reset" | "half-close" | "silence";
}
export const byteFaults: readonly ByteFault["what"][] = ["cut", "reset", "half-close", "silence"];

/** `up` leads to the target. */
export type Direction = "up" | "down";

/** An answer that is lost: the target gets the request and answers, but the connection is cut before the client hears it. */
export interface LostAnswer {
  /** The request, as Latin-1 text of one piece. */
  to: RegExp;
  /** The end of the answer, as Latin-1 text; the target is then surely done. */
  endsWith: RegExp;
}

/** The answer to a statement that PostgreSQL has committed: it ends when the server is ready for the next one. */
export const afterCommit = (statement: RegExp): LostAnswer => ({
  to: statement,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the message ReadyForQuery, outside a transaction
  endsWith: /Z\u0000\u0000\u0000\u0005I$/,
});

/** Pieces are split and delayed at random. */
export interface Jitter {
  random: () => number;
  /** The longest delay of a piece. */
  delayMs: number;
  /** The largest piece. */
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

  /** The same address by way of this proxy. */
  through(url: string): string {
    const address = new URL(url);
    address.hostname = "127.0.0.1";
    address.port = `${this.port}`;
    return address.href;
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  /** Nothing passes any more, on no connection, and none is closed. */
  silence(): void {
    this.#isSilent = true;
    this.silenceExisting();
  }

  /** Nothing passes any more on the connections that there are; new ones work. */
  silenceExisting(): void {
    this.faults++;
    for (const line of this.#lines) line.isSilent = true;
  }

  /** Ends the silence; what was held up by then passes. */
  resume(): void {
    this.#isSilent = false;
    for (const line of this.#lines) line.resume();
  }

  /** Closes the connections that there are; new ones work. */
  cut(): void {
    this.faults++;
    for (const line of this.#lines) line.destroy();
  }

  /** Closes the connections that there are; new ones lead to another port. */
  leadTo(port: number): void {
    this.#target = { ...this.#target, port };
    this.cut();
  }

  /** Refuses new connections, or takes them again. */
  refuse(is: boolean): void {
    if (is) this.faults++;
    this.#isRefusing = is;
  }

  /** Every piece passes so much later. */
  delay(ms: number): void {
    this.#delayMs = ms;
  }

  /** Splits and delays pieces at random, or no more. */
  disturb(jitter: Jitter | null): void {
    this.#jitter = jitter;
  }

  /** Prepares a fault, in place of a former one that has not happened. */
  arm(fault: ByteFault | null): void {
    this.#armed = fault && { ...fault, left: fault.after };
  }

  /** Loses the answer to the next such request. */
  lose(answer: LostAnswer | null): void {
    this.#losing = answer;
  }

  /** Whether a prepared fault, or an answer that is to be lost, has not happened yet. */
  get isArmed(): boolean {
    return this.#armed !== null || this.#losing !== null;
  }

  /** Closes the connections that are silent. */
  release(): void {
    for (const line of this.#lines) if (line.isSilent) line.destroy();
  }

  /** Ends and forgets every fault; connections are closed, since what they carried may be broken. */
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
    // In a silence one side can be closed long before the other, which must still be found.
    const forget = () => near.closed && far.closed && this.#lines.delete(line);
    near.on("close", forget);
    far.on("close", forget);
  }

  /** Counts a piece. A fault in it passes only its first bytes. */
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

/** A connection and the one that it is forwarded to. */
class Line {
  isSilent = false;
  readonly #sockets: Record<Direction, Socket>;
  readonly #rules: Rules;
  #held: (() => void)[] = [];
  #ended = new Set<Direction>();
  #losing: LostAnswer | null = null;
  #swallowed = "";

  constructor(near: Socket, far: Socket, rules: Rules) {
    // Named by the direction that leads to the socket.
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
      // A side that goes away is not reported to the other one in a silence.
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

  /** Does one direction's work in order, each as late as the pace is by then, and none in a silence. */
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
      // Closed at once, the socket would drop what it has not sent yet.
      to.write(passing, () => (fault.what === "reset" ? this.#reset() : this.destroy()));
      for (const one of ["up", "down"] as const) this.#ended.add(one);
    }
  }

  #swallow(bytes: Buffer, { endsWith }: LostAnswer): void {
    this.#swallowed = (this.#swallowed + bytes.toString("latin1")).slice(-1024);
    if (endsWith.test(this.#swallowed)) this.destroy();
  }

  #end(direction: Direction): void {
    if (!this.#ended.has(direction)) this.#sockets[direction].end();
    this.#ended.add(direction);
  }

  #reset(): void {
    for (const socket of Object.values(this.#sockets)) socket.resetAndDestroy();
  }
}
