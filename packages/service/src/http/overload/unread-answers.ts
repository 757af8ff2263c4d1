import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Limits the bytes of answers that clients have not read yet. A page counts once, however many connections wait for it. Beyond the
 * limit the connection that has waited longest is closed.
 */

const maxBytes = 128 * 1024 * 1024;

export class UnreadAnswers {
  /** Oldest first. */
  readonly #pending = new Map<Socket, Buffer>();
  readonly #readers = new Map<Buffer, number>();
  readonly #max: number;
  readonly #onClose: () => void;
  #bytes = 0;

  /** `onClose` is called for each connection that is closed. */
  constructor(onClose: () => void, max = maxBytes) {
    this.#onClose = onClose;
    this.#max = max;
  }

  /** Bytes that clients have not read yet. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Counts a written page until the client has read all of it. */
  watch(response: ServerResponse, page: Buffer): void {
    const { socket } = response;
    // Nearly always the operating system has already taken all bytes.
    if (socket === null || socket.writableLength === 0 || socket.destroyed) return;
    this.#release(socket);
    this.#pending.set(socket, page);
    const readers = this.#readers.get(page) ?? 0;
    this.#readers.set(page, readers + 1);
    if (readers === 0) this.#bytes += page.length;
    response.once("close", () => this.#release(socket));
    for (const [oldest] of this.#pending) {
      if (this.#bytes <= this.#max) return;
      this.#release(oldest);
      oldest.destroy();
      this.#onClose();
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
