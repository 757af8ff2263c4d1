import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Turns } from "./turns.ts";

/**
 * Answers the requests of a connection one after another: each starts when the answer before it has left the process. node:http
 * starts all requests of a chunk at once (1,300 fit into one read) and stores every answer that the client has not read.
 */

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface Waiting {
  request: IncomingMessage;
  response: ServerResponse;
  handle: Handler;
}

/** Waiting pipelined requests of all connections: some 3 KB each, and 9 µs each when their connections end together. */
const maxWaiting = 8_000;

export class ConnectionQueues {
  readonly #queues = new Map<Socket, Waiting[]>();
  readonly #last = new WeakMap<Socket, ServerResponse>();
  readonly #max: number;
  readonly #onClose: () => void;
  readonly #turns: Turns;
  #waiting = 0;

  /** `onClose` is called for each connection that is closed because too many requests wait. */
  constructor(turns: Turns, onClose: () => void, max = maxWaiting) {
    this.#turns = turns;
    this.#onClose = onClose;
    this.#max = max;
  }

  /** Whether an answer of the connection is not sent yet. */
  isBusy(socket: Socket): boolean {
    return !isSent(this.#last.get(socket));
  }

  /** Handles a request now, or after the requests before it on its connection. */
  take(request: IncomingMessage, response: ServerResponse, handle: Handler): void {
    const { socket } = request;
    // The parser continues to the end of its chunk, even after the connection was closed.
    if (socket.destroyed) return;
    const queue = this.#queues.get(socket);
    const before = this.#last.get(socket);
    const isPipelined = queue !== undefined || !isSent(before);
    this.#turns.arrived(socket, isPipelined);
    if (!isPipelined) {
      this.#begin(socket, { request, response, handle });
      return;
    }
    request.arrivedAt = performance.now();
    // Unread requests stay with the client.
    this.#turns.block(socket);
    if (queue !== undefined) queue.push({ request, response, handle });
    else {
      this.#queues.set(socket, [{ request, response, handle }]);
      socket.once("close", () => this.#forget(socket));
      before!.once("close", () => this.#answered(socket));
    }
    this.#waiting++;
    if (this.#waiting > this.#max) this.#closeDeepest();
  }

  #begin(socket: Socket, { request, response, handle }: Waiting): void {
    this.#last.set(socket, response);
    handle(request, response);
  }

  #answered(socket: Socket): void {
    if (!this.#queues.has(socket)) return;
    // node:http reads on after each answer, one tick after this.
    process.nextTick(() => {
      if (this.#queues.has(socket)) this.#turns.block(socket);
    });
    this.#turns.later(() => this.#next(socket));
  }

  #next(socket: Socket): void {
    const queue = this.#queues.get(socket);
    const next = queue?.shift();
    if (queue === undefined || next === undefined) return;
    this.#waiting--;
    if (queue.length > 0) next.response.once("close", () => this.#answered(socket));
    else {
      this.#queues.delete(socket);
      this.#turns.unblock(socket);
    }
    this.#begin(socket, next);
  }

  #forget(socket: Socket): void {
    this.#waiting -= this.#queues.get(socket)?.length ?? 0;
    this.#queues.delete(socket);
  }

  /** Closes the deepest queue, not the latest connection: a client with two pipelined requests must not pay for one with thousands. */
  #closeDeepest(): void {
    let deepest: Socket | undefined;
    let depth = 0;
    for (const [socket, { length }] of this.#queues) {
      if (length <= depth) continue;
      deepest = socket;
      depth = length;
    }
    if (deepest === undefined) return;
    this.#forget(deepest);
    deepest.destroy();
    this.#onClose();
  }
}

const isSent = (response: ServerResponse | undefined): boolean =>
  response === undefined || response.writableFinished || response.destroyed;
