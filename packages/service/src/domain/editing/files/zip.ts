import { crc32, createInflateRaw } from "node:zlib";
import { FileError, fileLimits } from "./limits.ts";

/** Reads the parts of a ZIP file one by one, within limits. */

interface Entry {
  name: string;
  method: number;
  crc: number;
  packed: number;
  at: number;
}

const notZip = () => new FileError("It is not an XLSX workbook.");
const damaged = (name: string) => new FileError(`Its part ${name.slice(0, 100)} is damaged.`);

export class ZipFile {
  readonly #file: Buffer;
  readonly #entries = new Map<string, Entry>();
  /** How many bytes may still be unpacked. */
  #left: number = fileLimits.unpackedBytes;

  constructor(bytes: Uint8Array) {
    this.#file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#readDirectory();
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  /** The bytes of a part, piece by piece. Throws FileError for a damaged, missing or too large part. */
  async *unpack(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name.toLowerCase());
    if (!entry) throw new FileError(`It has no part ${name.slice(0, 100)}.`);
    const packed = this.#packedBytes(entry);
    let size = 0;
    let crc = 0;
    const most = Math.max(1024 * 1024, entry.packed * fileLimits.ratio);
    const count = (piece: Buffer) => {
      size += piece.length;
      this.#left -= piece.length;
      crc = crc32(piece, crc);
      if (size > most || this.#left < 0)
        throw new FileError(`It unpacks to too much: at most ${fileLimits.unpackedBytes / 1024 / 1024} MiB are read.`);
    };
    if (entry.method === 0) {
      count(packed);
      yield packed;
    } else {
      const inflate = createInflateRaw();
      inflate.end(packed);
      try {
        for await (const piece of inflate as AsyncIterable<Buffer>) {
          count(piece);
          yield piece;
        }
      } catch (error) {
        throw error instanceof FileError ? error : damaged(name);
      } finally {
        inflate.destroy();
      }
    }
    if (crc !== entry.crc) throw damaged(name);
  }

  #packedBytes({ name, at, method, packed }: Entry): Buffer {
    const file = this.#file;
    if (at + 30 > file.length || file.readUInt32LE(at) !== 0x04034b50) throw damaged(name);
    const from = at + 30 + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28);
    if (from + packed > file.length || (method !== 0 && method !== 8)) throw damaged(name);
    return file.subarray(from, from + packed);
  }

  /** The directory is at the end; a comment of up to 64 KiB may follow it. */
  #readDirectory(): void {
    const file = this.#file;
    if (file.length < 22 || file.readUInt32LE(0) !== 0x04034b50) throw notZip();
    const tail = Math.max(0, file.length - 65_557);
    const end = tail + file.subarray(tail).lastIndexOf("PK\x05\x06", undefined, "latin1");
    if (end < tail || end + 22 > file.length) throw new FileError("It is not whole: the end is missing.");
    const count = file.readUInt16LE(end + 10);
    if (count > fileLimits.entries) throw new FileError(`It holds more than ${fileLimits.entries} files.`);
    let at = file.readUInt32LE(end + 16);
    for (let n = 0; n < count; n++) {
      if (at + 46 > end || file.readUInt32LE(at) !== 0x02014b50) throw new FileError("Its list of parts is damaged.");
      const nameLength = file.readUInt16LE(at + 28);
      const name = file.toString("utf8", at + 46, at + 46 + nameLength);
      if (file.readUInt16LE(at + 8) & 1) throw new FileError("It is protected by a password.");
      this.#entries.set(name.toLowerCase(), {
        name,
        method: file.readUInt16LE(at + 10),
        crc: file.readUInt32LE(at + 16),
        packed: file.readUInt32LE(at + 20),
        at: file.readUInt32LE(at + 42),
      });
      at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
    }
  }
}
