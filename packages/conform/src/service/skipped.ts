import type { Exchange } from "../wire/exchange.ts";

/** The check does not apply to this service; the message says why. */
export class Skipped extends Error {
  override name = "Skipped";
}

/** An answer that a check needs first is a failure, or cannot be read. */
export class Unreadable extends Skipped {
  override name = "Unreadable";
  readonly operation: string;
  readonly exchange: Exchange;

  constructor(operation: string, what: string, exchange: Exchange) {
    super(what);
    this.operation = operation;
    this.exchange = exchange;
  }
}
