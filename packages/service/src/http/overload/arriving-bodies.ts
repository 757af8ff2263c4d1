import type { Readable } from "node:stream";
import { badRequest, overloaded, payloadTooLarge } from "../problems.ts";

/**
 * Collects request bodies. The bytes of all bodies that have not arrived completely are limited: beyond it the one that began first
 * is refused with 503, since it is the slowest.
 */

const defaultMost = 128 * 1024 * 1024;
/** Memory of a piece beside its bytes: a client can send one byte at a time. */
const pieceBytes = 256;

interface Arriving {
  bytes: number;
  refuse(): void;
}

export class ArrivingBodies {
  /** In the order in which they began. */
  readonly #arriving = new Set<Arriving>();
  readonly #most: number;
  readonly #onRefused: () => void;
  #bytes = 0;

  /** `onRefused` is called for each body that is refused for the sake of others. */
  constructor(onRefused: () => void, most = defaultMost) {
    this.#onRefused = onRefused;
    this.#most = most;
  }

  /** Reads a body of at most `mostBytes`, of which the client may have declared the length. Throws ProblemError. */
  read(payload: Readable, declared: number, mostBytes: number): Promise<Buffer> {
    if (declared > mostBytes) return Promise.reject(payloadTooLarge(mostBytes));
    // A request without a body ended before anybody could listen (optimizeEmptyRequests in server.ts).
    if (payload.readableEnded) return Promise.resolve(Buffer.alloc(0));
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    const pieces: Buffer[] = [];
    let length = 0;
    const arriving: Arriving = {
      bytes: 0,
      refuse: () => {
        this.#onRefused();
        reject(overloaded(1));
        end();
      },
    };
    const take = (piece: Buffer) => {
      pieces.push(piece);
      length += piece.length;
      arriving.bytes += piece.length + pieceBytes;
      this.#bytes += piece.length + pieceBytes;
      if (length <= mostBytes) return this.#refuseOldest();
      reject(payloadTooLarge(mostBytes));
      end();
    };
    const complete = () => {
      // A copy: a piece can be a view of a shared buffer.
      resolve(Buffer.concat(pieces, length));
      end();
    };
    const fail = () => {
      reject(badRequest("malformed-request", "The request ended before its body did."));
      end();
    };
    const end = () => {
      payload.off("data", take).off("end", complete).off("error", fail);
      this.#arriving.delete(arriving);
      this.#bytes -= arriving.bytes;
      pieces.length = 0;
    };
    this.#arriving.add(arriving);
    payload.on("data", take).on("end", complete).on("error", fail);
    return promise;
  }

  #refuseOldest(): void {
    for (const oldest of this.#arriving) {
      if (this.#bytes <= this.#most) return;
      oldest.refuse();
    }
  }
}
