import type { Server } from "node:http";
import type { Socket } from "node:net";
import { overloaded, refuseConnection, requestTimeout } from "../problems.ts";
import type { Turns } from "./turns.ts";

/**
 * Connections whose first bytes node:http has not read yet. Their number and size decide when it does: a connection that begins with
 * 64 KB of requests takes as long as hundreds that begin with one. Health checks come first, and whoever waits for too long gets a 503.
 */

/** What a connection begins with: a health check, one request or few, or as much as one read returns. */
type Kind = "probe" | "short" | "long";

const shortBytes = 8 * 1024;
/** Connections of each kind that one turn of the event loop begins. */
const perTurn: Record<Kind, number> = { probe: 16, short: 16, long: 1 };
/** Connections of each kind that may wait: some 64 MB each. */
const most: Record<Kind, number> = { probe: 8192, short: 8192, long: 512 };
/** How long the rest of a refused request is read: a connection that is closed earlier loses its answer. */
const drainMs = 1000;

export interface NewConnectionsOptions {
  turns: Turns;
  /** Milliseconds for the first byte. */
  silentMs: number;
  /** Milliseconds that a connection waits before it is refused. */
  waitMs?: number;
  /** Called for each that is refused. */
  onRefused: () => void;
}

interface Waiting {
  socket: Socket;
  since: number;
}

export class NewConnections {
  readonly #options: Required<NewConnectionsOptions>;
  readonly #serve: (socket: Socket) => void;
  readonly #silent = new Set<Socket>();
  readonly #waiting: Record<Kind, Waiting[]> = { probe: [], short: [], long: [] };
  #last: Kind = "long";
  #scheduled = false;

  /** Takes the place of node:http's own listener, which reads a connection from its first byte. */
  constructor(server: Server, options: NewConnectionsOptions) {
    this.#options = { waitMs: 1000, ...options };
    const listeners = server.listeners("connection");
    this.#serve = (socket) => {
      for (const listener of listeners) listener.call(server, socket);
    };
    server.removeAllListeners("connection").on("connection", (socket: Socket) => this.#accept(socket));
  }

  /** Closes the connections that have not sent anything: node:http does not know them. */
  closeSilent(): void {
    for (const socket of this.#silent) socket.destroy();
  }

  #accept(socket: Socket): void {
    this.#options.turns.accepted();
    this.#silent.add(socket);
    const end = () => socket.destroy();
    const late = () => refuseConnection(requestTimeout(), socket);
    const first = () => {
      const bytes = socket.read() as Buffer | null;
      if (bytes === null) return;
      socket.off("readable", first).off("end", end).off("timeout", late).setTimeout(0);
      this.#silent.delete(socket);
      socket.unshift(bytes);
      this.#wait(socket, kindOf(bytes));
    };
    socket.on("error", () => {});
    socket.once("close", () => this.#silent.delete(socket));
    socket.on("readable", first).on("end", end).on("timeout", late).setTimeout(this.#options.silentMs);
  }

  #wait(socket: Socket, kind: Kind): void {
    const waiting = this.#waiting[kind];
    if (waiting.length >= most[kind]) this.#refuse(socket);
    else waiting.push({ socket, since: performance.now() });
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled || Object.values(this.#waiting).every(({ length }) => length === 0)) return;
    this.#scheduled = true;
    void this.#options.turns.next().then(() => {
      this.#scheduled = false;
      this.#serveSome();
      this.#schedule();
    });
  }

  #serveSome(): void {
    this.#serveKind("probe");
    // Short and long ones take turns.
    const [first, second] = this.#last === "short" ? (["long", "short"] as const) : (["short", "long"] as const);
    this.#last = this.#waiting[first].length > 0 ? first : second;
    this.#serveKind(this.#last);
    const late = performance.now() - this.#options.waitMs;
    for (const waiting of Object.values(this.#waiting)) {
      let refused = 0;
      while (refused < waiting.length && waiting[refused]!.since < late) this.#refuse(waiting[refused++]!.socket);
      waiting.splice(0, refused);
    }
  }

  #serveKind(kind: Kind): void {
    for (const { socket } of this.#waiting[kind].splice(0, perTurn[kind])) this.#begin(socket);
  }

  #begin(socket: Socket): void {
    if (socket.destroyed) return;
    const { turns } = this.#options;
    turns.add(socket);
    this.#serve(socket);
    // Ending a connection takes node:http 0.03 ms, and one turn would end thousands that clients close together.
    const listeners = socket.listeners("end");
    const end = () => {
      if (!socket.destroyed) for (const listener of listeners) listener.call(socket);
    };
    socket.removeAllListeners("end").on("end", () => turns.later(end));
  }

  #refuse(socket: Socket): void {
    this.#options.onRefused();
    refuseConnection(overloaded(1), socket);
    socket.resume();
    setTimeout(() => socket.destroy(), drainMs).unref();
  }
}

function kindOf(bytes: Buffer): Kind {
  if (bytes.length > shortBytes) return "long";
  return /^GET \/(healthz|readyz)[ ?]/.test(bytes.toString("latin1", 0, 14)) ? "probe" : "short";
}
