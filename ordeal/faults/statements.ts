/** Statements as a proxy before PostgreSQL sees them pass. */

/** The end of the answer to any statement: the server is ready for the next one, in a transaction or outside. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the message ReadyForQuery
export const readyForQuery = /Z\u0000\u0000\u0000\u0005[ITE]$/;

/** Lists the statements that pass, and matches the n-th, from 1. */
export class StatementCounter {
  readonly names: string[] = [];
  readonly #nth: number;

  constructor(nth = Number.POSITIVE_INFINITY) {
    this.#nth = nth;
  }

  test(request: string): boolean {
    const name = statementName(request);
    if (name === undefined) return false;
    this.names.push(name);
    return this.names.length === this.#nth;
  }
}

const typeAndLength = 5;

/** Returns the name of the statement that begins here, else the first words of its text; undefined for other messages. */
export function statementName(request: string): string | undefined {
  const [first = "", second = ""] = request.slice(typeAndLength).split("\0");
  switch (request[0]) {
    case "Q":
      return wordsOf(first);
    case "P":
      return first || wordsOf(second);
    case "B":
      return second || undefined;
    default:
      return undefined;
  }
}

const wordsOf = (text: string): string => text.trim().split(/\s+/).slice(0, 5).join(" ");
