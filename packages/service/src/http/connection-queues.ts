import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Answers the requests of a connection one after another: the next is begun when the answer before it has left the process.
 * node:http begins all of a chunk's requests at once (1,300 fit into one read), and keeps every answer that is not read.
 */

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface Waiting {
  request: IncomingMessage;
  response: ServerResponse;
  handle: Handler;
}

/** Pipelined requests that wait, of all connections: some 3 KB each. */
const mostWaiting = 20_000;

export class ConnectionQueues {
  readonly #queues = new Map<Socket, Waiting[]>();
  readonly #last = new WeakMap<Socket, ServerResponse>();
  readonly #most: number;
  readonly #onCut: () => void;
  #waiting = 0;

  /** `onCut` is called for each connection that is cut because too many requests wait. */
  constructor(onCut: () => void, most = mostWaiting) {
    this.#onCut = onCut;
    this.#most = most;
  }

  /** Whether an answer of the connection is still to be made or sent. */
  isBusy(socket: Socket): boolean {
    return !isSent(this.#last.get(socket));
  }

  /** Handles a request now, or when those before it on its connection are answered. */
  take(request: IncomingMessage, response: ServerResponse, handle: Handler): void {
    const { socket } = request;
    // The parser goes on to the end of its chunk, even after the connection was cut.
    if (socket.destroyed) return;
    const queue = this.#queues.get(socket);
    const before = this.#last.get(socket);
    if (queue !== undefined) queue.push({ request, response, handle });
    else if (isSent(before)) {
      this.#begin(socket, { request, response, handle });
      return;
    } else {
      this.#queues.set(socket, [{ request, response, handle }]);
      // What is not read stays with the client.
      socket.pause();
      socket.once("close", () => this.#forget(socket));
      before!.once("close", () => this.#next(socket));
    }
    this.#waiting++;
    if (this.#waiting > this.#most) this.#cutDeepest();
  }

  #begin(socket: Socket, { request, response, handle }: Waiting): void {
    this.#last.set(socket, response);
    handle(request, response);
  }

  #next(socket: Socket): void {
    const queue = this.#queues.get(socket);
    const next = queue?.shift();
    if (queue === undefined || next === undefined) return;
    this.#waiting--;
    if (queue.length > 0) {
      next.response.once("close", () => this.#next(socket));
      socket.pause();
    } else {
      this.#queues.delete(socket);
      socket.resume();
    }
    this.#begin(socket, next);
  }

  #forget(socket: Socket): void {
    this.#waiting -= this.#queues.get(socket)?.length ?? 0;
    this.#queues.delete(socket);
  }

  /** Not the connection that came last: a client that pipelines two requests must not suffer for one that pipelines thousands. */
  #cutDeepest(): void {
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
    this.#onCut();
  }
}

const isSent = (response: ServerResponse | undefined): boolean =>
  response === undefined || response.writableFinished || response.destroyed;
