import { setImmediate as giveWay } from "node:timers/promises";

/**
 * Reads JSON that another system sends. Its size in bytes does not bound the work: a text of small objects takes ten times its size in memory,
 * and seconds to parse. So the depth and the number of values are checked before anything is parsed.
 */

/** Deepest nesting of objects and lists. */
const deepest = 32;

/** Returns the value of a JSON text; undefined if the text is not JSON, is nested too deep or has too many values. */
export function parseBounded(text: string, mostValues: number): unknown {
  const scan = new Scan(mostValues);
  for (let at = 0; at < text.length && scan.fits; at++) at = scan.character(text, at);
  return scan.fits ? parsed(text) : undefined;
}

export interface ListBounds {
  records: number;
  /** Characters of one record. */
  recordLength: number;
  /** Values of all records together. */
  values: number;
}

/** Milliseconds of work after which other requests are served. */
const pieceMs = 8;

/**
 * Returns the records of a JSON list, or the reason why it cannot be read, as the end of a sentence. Records are parsed one by one, so that
 * a long list delays no other request.
 */
export async function parseRecords(text: string, most: ListBounds): Promise<object[] | string> {
  const start = text.search(/\S/);
  if (text[start] !== "[") return notList;
  const scan = new Scan(most.values);
  const records: object[] = [];
  let [begin, pieceEndsAt] = [start + 1, performance.now() + pieceMs];
  for (let at = begin; at < text.length; at++) {
    const character = text.charCodeAt(at);
    const isEnd = scan.depth === 0 && character === closingBracket;
    if (isEnd || (scan.depth === 0 && character === comma)) {
      const piece = text.slice(begin, at);
      if (isEnd && records.length === 0 && piece.trim() === "") return isBlank(text, at + 1) ? [] : notList;
      const record = parsed(piece);
      if (typeof record !== "object" || record === null || Array.isArray(record)) return notList;
      if (records.push(record) > most.records) return `has more than ${most.records} records`;
      if (isEnd) return isBlank(text, at + 1) ? records : notList;
      begin = at + 1;
      if (performance.now() > pieceEndsAt) {
        await giveWay();
        pieceEndsAt = performance.now() + pieceMs;
      }
    }
    at = scan.character(text, at);
    if (!scan.fits) return `is nested deeper than ${deepest}, or has more than ${most.values} values`;
    if (at - begin > most.recordLength) return `has a record of more than ${most.recordLength} characters`;
  }
  return notList;
}

const notList = "is no list of records";
const isBlank = (text: string, from: number): boolean => text.slice(from).trim() === "";

/** Counts the values and the depth of a JSON text while it is read. */
class Scan {
  depth = 0;
  #values = 1;
  readonly #most: number;
  fits = true;

  constructor(most: number) {
    this.#most = most;
  }

  /** Reads the character at a position, or the whole string that begins there. Returns the position of the last character that it read. */
  character(text: string, at: number): number {
    switch (text.charCodeAt(at)) {
      case quote:
        return stringEnd(text, at);
      case brace:
      case bracket:
        this.depth++;
        this.#count();
        break;
      case closingBrace:
      case closingBracket:
        this.depth--;
        break;
      case comma:
        this.#count();
        break;
    }
    return at;
  }

  #count(): void {
    this.#values++;
    this.fits = this.fits && this.depth <= deepest && this.#values <= this.#most;
  }
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [brace, bracket, closingBrace, closingBracket] = [0x7b, 0x5b, 0x7d, 0x5d];

/** Returns the position of the end of the string that begins at `start`. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === backslash) at++;
    else if (character === quote) return at;
  }
  return text.length;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
