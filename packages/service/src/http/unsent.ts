import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Bounds the bytes of pages that were answered and are not read yet. A page that several connections wait for is held once, and
 * counts once. Beyond the bound the connection that has waited longest is cut.
 */

const mostBytes = 128 * 1024 * 1024;

export class Unsent {
  /** Oldest first. */
  readonly #pending = new Map<Socket, Buffer>();
  readonly #readers = new Map<Buffer, number>();
  readonly #most: number;
  readonly #onCut: () => void;
  #bytes = 0;

  /** `onCut` is called for each connection that is cut. */
  constructor(onCut: () => void, most = mostBytes) {
    this.#onCut = onCut;
    this.#most = most;
  }

  /** Bytes that wait for their readers now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** To be called after `page` was written: counts it as long as the connection has not taken all of it. */
  watch(response: ServerResponse, page: Buffer): void {
    const { socket } = response;
    // Nearly always the system has taken all by now.
    if (socket === null || socket.writableLength === 0 || socket.destroyed) return;
    this.#release(socket);
    this.#pending.set(socket, page);
    const readers = this.#readers.get(page) ?? 0;
    this.#readers.set(page, readers + 1);
    if (readers === 0) this.#bytes += page.length;
    response.once("close", () => this.#release(socket));
    for (const [oldest] of this.#pending) {
      if (this.#bytes <= this.#most) return;
      this.#release(oldest);
      oldest.destroy();
      this.#onCut();
    }
  }

  #release(socket: Socket): void {
    const page = this.#pending.get(socket);
    if (page === undefined) return;
    this.#pending.delete(socket);
    const readers = this.#readers.get(page)! - 1;
    if (readers > 0) {
      this.#readers.set(page, readers);
      return;
    }
    this.#readers.delete(page);
    this.#bytes -= page.length;
  }
}
