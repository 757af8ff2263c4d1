import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { ByteFault, Direction, Jitter, LostAnswer } from "./faults.ts";

/** What the proxy decides about its connections. */
export interface ConnectionRules {
  pacing: () => { delayMs: number; jitter: Jitter | null };
  faultIn: (direction: Direction, bytes: number) => { what: ByteFault["what"]; passes: number } | null;
  answerToLose: (request: string) => LostAnswer | null;
}

/** A connection and the connection to which it is forwarded. */
export class ProxiedConnection {
  isSilent = false;
  readonly #sockets: Record<Direction, Socket>;
  readonly #rules: ConnectionRules;
  #held: (() => void)[] = [];
  #ended = new Set<Direction>();
  #losing: LostAnswer | null = null;
  #swallowed = "";

  constructor(near: Socket, far: Socket, rules: ConnectionRules) {
    // Each socket is named after the direction of the data that flows to it.
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
      // During a silence, neither side learns that the other side has closed.
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
