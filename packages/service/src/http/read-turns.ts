import type { Socket } from "node:net";

/**
 * Bounds the requests that one turn of the event loop reads. node:http parses at once what a connection has sent (64 KB are 1,300
 * requests and 15 ms), and every connection that has sent something is read in the same turn. Past the bound the others wait: later
 * turns read a few of them, and more with each turn that stayed within it.
 */

/** Some 10 ms. Counted in requests: on a busy machine a clock counts the time of other processes too. */
const defaultBudget = 768;
/** A request that begins takes as long as reading so many that wait behind another. */
const beginCost = 8;
/** Connections that never pipelined, in one turn: they stay within the budget. */
const singlesPerTurn = 64;
const maxPerTurn = 1024;
/** One turn accepts one connection. So long new ones are not read: a health check's is behind all that came before it. */
const acceptTurns = 100;
/** Turns that accept a connection read so much less. */
const acceptShare = 12;

/** `single`: has sent requests, and never one before the answer to the one before it. */
type Kind = "new" | "single" | "pipelining";

interface Reading {
  kind: Kind;
  /** Waits for a later turn. */
  held: boolean;
  /** Has pipelined requests in this process that wait. */
  blocked: boolean;
}

export class ReadTurns {
  readonly #budget: number;
  readonly #open = new Map<Socket, Reading>();
  readonly #held: Record<Kind, Socket[]> = { new: [], single: [], pipelining: [] };
  /** Connections of each kind that the next turn reads. */
  readonly #perTurn: Record<Kind, number> = { new: 1, single: singlesPerTurn, pipelining: 1 };
  /** Whether connections are held, since this turn or an earlier one. */
  #crowded = false;
  /** What the turn has read. */
  #cost = 0;
  #overran = false;
  /** The kind whose connections the turn reads. */
  #kind: Kind = "new";
  #accepted = false;
  #acceptTurns = 0;

  constructor(budget = defaultBudget) {
    this.#budget = budget;
  }

  /** Adds a new connection. */
  add(socket: Socket): void {
    const reading: Reading = { kind: "new", held: false, blocked: false };
    this.#open.set(socket, reading);
    socket.once("close", () => this.#open.delete(socket));
    this.#accepted = true;
    if (!this.#crowded) return;
    // node:http begins to read in the next tick; a pause before that has no effect.
    process.nextTick(() => {
      if (this.#crowded && !socket.destroyed) this.#hold(socket, reading);
    });
  }

  /** A request of the connection was read. */
  arrived(socket: Socket, isPipelined: boolean): void {
    const reading = this.#open.get(socket);
    if (isPipelined && reading) reading.kind = "pipelining";
    else if (reading?.kind === "new") reading.kind = "single";
    if (this.#cost === 0 && !this.#crowded) setImmediate(this.#endTurn);
    this.#cost += isPipelined ? 1 : beginCost;
    const budget = this.#crowded && this.#acceptTurns > 0 ? this.#budget / acceptShare : this.#budget;
    if (this.#cost > budget && !this.#overran) this.#holdAll();
  }

  /** Reads no more of the connection until `unblock`. */
  block(socket: Socket): void {
    const reading = this.#open.get(socket);
    if (reading) reading.blocked = true;
    socket.pause();
  }

  unblock(socket: Socket): void {
    const reading = this.#open.get(socket);
    if (reading) {
      reading.blocked = false;
      if (this.#crowded && !reading.held) this.#hold(socket, reading);
      if (reading.held) return;
    }
    socket.resume();
  }

  #holdAll(): void {
    this.#crowded = true;
    this.#overran = true;
    for (const [socket, reading] of this.#open) if (!reading.held) this.#hold(socket, reading);
  }

  #hold(socket: Socket, reading: Reading): void {
    reading.held = true;
    this.#held[reading.kind].push(socket);
    if (!reading.blocked) socket.pause();
  }

  readonly #endTurn = (): void => {
    if (this.#kind !== "single")
      this.#perTurn[this.#kind] = this.#overran ? 1 : Math.min(2 * this.#perTurn[this.#kind], maxPerTurn);
    this.#acceptTurns = this.#accepted && this.#acceptTurns < acceptTurns ? this.#acceptTurns + 1 : 0;
    this.#cost = 0;
    this.#overran = false;
    this.#accepted = false;
    if (!this.#crowded) return;
    const kind = this.#kinds().find((one) => this.#release(one));
    this.#crowded = kind !== undefined || this.#acceptTurns > 0;
    if (!this.#crowded) return;
    this.#kind = kind ?? this.#kind;
    setImmediate(this.#endTurn);
  };

  /** The kinds by precedence. New connections and known ones take turns: either may hold many that send much at once. */
  #kinds(): Kind[] {
    if (this.#acceptTurns > 0) return ["single"];
    return this.#kind === "new" ? ["single", "new", "pipelining"] : ["new", "single", "pipelining"];
  }

  /** Lets held connections of a kind be read in the next turn, of new ones the newest. Returns whether there was one. */
  #release(kind: Kind): boolean {
    const held = this.#held[kind];
    let released = 0;
    while (released < this.#perTurn[kind] && held.length > 0) {
      const socket = kind === "new" ? held.pop()! : held.shift()!;
      const reading = this.#open.get(socket);
      if (reading === undefined) continue;
      reading.held = false;
      if (reading.blocked) continue;
      socket.resume();
      released++;
    }
    return released > 0;
  }
}
