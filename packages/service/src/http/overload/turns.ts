import type { Socket } from "node:net";
import { Lasting } from "./lasting.ts";

/**
 * Divides the turns of the event loop between connections that arrive, requests that arrive, and work that waits. In each turn the
 * loop accepts one connection and reads every connection that has sent something: up to 64 KB each, which node:http parses at once
 * (1,300 requests and 15 ms). What the turns before it do decides how long a health check waits.
 */

/** Requests that one turn reads, some 10 ms. Counted: on a busy machine a clock counts the time of other processes too. */
const defaultBudget = 768;
/** A request that begins takes as long as reading so many that wait behind another. */
const beginCost = 8;
/** Turns in a row that accept a connection make a burst: more of them wait. */
const burstTurns = 3;
/** A connection is accepted and its first bytes are read in 0.05 ms. */
const defaultAcceptMs = 100;
/** A turn that only accepts reads so much less of known connections before they wait as well. */
const acceptShare = 12;
/** Connections that never pipelined, in one turn: they stay within the budget. */
const singlesPerTurn = 32;
const maxPerTurn = 1024;
/** A request is late when its connection was held for so long before it was read. */
const lateMs = 10;
/** Connections that are held for no longer than this are a burst: all of it is answered. */
const defaultBurstMs = 100;
/** How long one turn begins work that waits: a cached page takes 0.05 ms. */
const beginMs = 5;
/** How much of it one turn begins: the end of a connection takes most of its time later. */
const maxBegun = 128;

/** `single`: has never sent a request before the answer to the one before it. */
type Kind = "single" | "pipelining";

interface Reading {
  kind: Kind;
  /** Waits for a later turn. */
  held: boolean;
  /** Since when, by performance.now(). */
  heldSince: number;
  /** The turn that reads what arrived meanwhile, if that may have waited for too long. */
  lateIn: number | null;
  /** Has pipelined requests in this process that wait. */
  blocked: boolean;
  /** Whether the latest request may have waited for too long. */
  late: boolean;
}

export interface TurnsOptions {
  /** Requests that one turn reads. */
  budget?: number;
  /** So long the turns of a burst only accept, before they also work for half of that. */
  acceptMs?: number;
  /** Connections that are held for no longer than this are a burst. */
  burstMs?: number | undefined;
}

export class Turns {
  readonly #budget: number;
  readonly #acceptMs: number;
  readonly #open = new Map<Socket, Reading>();
  readonly #held: Record<Kind, Socket[]> = { single: [], pipelining: [] };
  /** Connections of each kind that the next turn reads. */
  readonly #perTurn: Record<Kind, number> = { single: singlesPerTurn, pipelining: 1 };
  /** The kind whose connections the turn reads. */
  #kind: Kind = "single";
  /** Whether connections are held, since this turn or an earlier one. */
  readonly #crowd: Lasting;
  /** Work that begins in a turn that has time for it. */
  readonly #work: (() => void)[] = [];
  /** Resolved in the next turn that does not only accept. */
  #next: PromiseWithResolvers<void> | undefined;
  #scheduled = false;
  /** What the turn has read. */
  #cost = 0;
  #overran = false;
  #turn = 0;
  #accepted = false;
  /** Turns in a row that accepted a connection, and when they became a burst. */
  #acceptTurns = 0;
  #burstSince = 0;
  #onlyAccepts = false;

  constructor({ budget = defaultBudget, acceptMs = defaultAcceptMs, burstMs = defaultBurstMs }: TurnsOptions = {}) {
    this.#budget = budget;
    this.#acceptMs = acceptMs;
    this.#crowd = new Lasting(burstMs);
  }

  /** Whether more arrives than can be read, for longer than a burst. */
  get crowdLasts(): boolean {
    return this.#crowd.lasts;
  }

  /** Milliseconds that accepted work may wait: `usually`, and less while a crowd lasts. */
  mostWaitMs(usually: number): number {
    return this.crowdLasts ? lateMs : usually;
  }

  /** A connection was accepted. */
  accepted(): void {
    this.#accepted = true;
    this.#schedule();
  }

  /** From now on node:http reads the connection. */
  add(socket: Socket): void {
    this.#open.set(socket, {
      kind: "single",
      held: false,
      heldSince: 0,
      lateIn: null,
      blocked: false,
      late: false,
    });
    socket.once("close", () => this.#open.delete(socket));
  }

  /** A request of the connection was read. */
  arrived(socket: Socket, isPipelined: boolean): void {
    const reading = this.#open.get(socket);
    if (reading) {
      if (isPipelined) reading.kind = "pipelining";
      reading.late = reading.lateIn === this.#turn;
      // node:http resumes a connection after each answer.
      reading.held = false;
    }
    this.#schedule();
    this.#cost += isPipelined ? 1 : beginCost;
    const budget = this.#onlyAccepts ? this.#budget / acceptShare : this.#budget;
    if (this.#cost > budget && !this.#overran) this.#holdAll();
  }

  /** Whether the latest request of the connection has waited for long, as those of all connections have for a while. */
  isLate(socket: Socket): boolean {
    return this.#open.get(socket)?.late === true && this.crowdLasts;
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
      if (this.#crowd.holds && !reading.held) this.#hold(socket, reading);
      if (reading.held) return;
    }
    socket.resume();
  }

  /** Begins work in a later turn, in order and for at most `beginMs` in each turn. */
  later(work: () => void): void {
    this.#work.push(work);
    this.#schedule();
  }

  /** The next turn that does not only accept connections. */
  next(): Promise<void> {
    this.#next ??= Promise.withResolvers<void>();
    this.#schedule();
    return this.#next.promise;
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(this.#endTurn);
  }

  readonly #endTurn = (): void => {
    this.#scheduled = false;
    this.#turn++;
    this.#perTurn.pipelining = this.#overran ? 1 : Math.min(2 * this.#perTurn.pipelining, maxPerTurn);
    this.#cost = 0;
    this.#overran = false;
    this.#onlyAccepts = this.#isOnlyAccepting();
    if (!this.#onlyAccepts) {
      this.#next?.resolve();
      this.#next = undefined;
      this.#begin();
      this.#releaseSome();
    }
    if (this.#crowd.holds || this.#acceptTurns > 0 || this.#work.length > 0 || this.#next) this.#schedule();
  };

  #isOnlyAccepting(): boolean {
    this.#acceptTurns = this.#accepted ? this.#acceptTurns + 1 : 0;
    this.#accepted = false;
    if (this.#acceptTurns < burstTurns) return false;
    const now = performance.now();
    if (this.#acceptTurns === burstTurns) this.#burstSince = now;
    return (now - this.#burstSince) % (1.5 * this.#acceptMs) < this.#acceptMs;
  }

  #begin(): void {
    const end = performance.now() + beginMs;
    let begun = 0;
    while (begun < maxBegun && begun < this.#work.length && performance.now() < end) this.#work[begun++]!();
    this.#work.splice(0, begun);
  }

  #holdAll(): void {
    const now = performance.now();
    this.#crowd.set(true);
    this.#overran = true;
    // Some 0.02 ms for a thousand connections.
    for (const [socket, reading] of this.#open) if (!reading.held) this.#hold(socket, reading, now);
  }

  #hold(socket: Socket, reading: Reading, now = performance.now()): void {
    reading.held = true;
    reading.heldSince = now;
    this.#held[reading.kind].push(socket);
    if (!reading.blocked) socket.pause();
  }

  /** Lets held connections be read in the next turn. The kinds take turns. */
  #releaseSome(): void {
    const other = this.#kind === "single" ? "pipelining" : "single";
    const kind = [other, this.#kind].find((one) => this.#release(one as Kind)) as Kind | undefined;
    this.#crowd.set(kind !== undefined);
    this.#kind = kind ?? this.#kind;
  }

  /** Returns whether there was a connection of the kind. */
  #release(kind: Kind): boolean {
    const held = this.#held[kind];
    const now = performance.now();
    let released = 0;
    while (released < this.#perTurn[kind] && held.length > 0) {
      const socket = held.shift()!;
      const reading = this.#open.get(socket);
      if (!reading?.held) continue;
      reading.held = false;
      reading.lateIn = now - reading.heldSince > lateMs ? this.#turn : null;
      if (reading.blocked) continue;
      socket.resume();
      released++;
    }
    return released > 0;
  }
}
