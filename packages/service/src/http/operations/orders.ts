import { type OrderDate, type Orders, operations } from "@paseo/contract";
import {
  CursorExpired,
  CursorUnknown,
  continueOrders,
  listPartnerOrders,
  type OrderFilter,
} from "../../domain/orders/partner-orders.ts";
import { localTime, parseDateParameter } from "../../domain/selling/dates.ts";
import { badRequest, type FieldErrors, gone } from "../../web/problems.ts";
import { type SaleCall, saleOperation } from "./sale.ts";

export const ordersOperation = saleOperation<null>({
  operation: operations.orders,
  access: "partner",
  run: ({ orderContext, config }, { query, caller, now }) =>
    query.cursor === undefined
      ? listPartnerOrders(orderContext, readFilter(query, caller.test, config.sandbox), caller, now)
      : continueOrders(orderContext, onlyCursor(query), caller, now).catch(refuseCursor),
});

type Query = SaleCall<null>["query"] & { testmode?: boolean };

/** Throws 400 for impossible dates, an end before its start, a reference in a list that is not by date of booking, and live orders for a test key. */
function readFilter(
  { by = "booked", from, to, reference, testmode }: Query,
  isTestKey: boolean,
  sandbox: boolean,
): OrderFilter {
  const problems: FieldErrors = [];
  const read = (name: "from" | "to", text: string | undefined): number | null => {
    if (text === undefined) return null;
    const date = parseDateParameter(text, name);
    if (!date.ok) {
      problems.push({ pointer: name, detail: `${name}: ${date.detail.replace(/\.$/, "")}` });
      return null;
    }
    // The range includes the fractions of its last second.
    const end = name === "to" ? 1000 : 0;
    return (localTime(date.value) - (by === "event" ? 0 : offsetIn(text)) + end) * 1000;
  };
  const range = { from: read("from", from), to: read("to", to) };
  const test = testmode ?? (isTestKey || sandbox);
  if (range.from !== null && range.to !== null && range.to <= range.from)
    problems.push({ pointer: "to", detail: "to is before from" });
  if (reference !== undefined && by !== "booked")
    problems.push({ pointer: "by", detail: "by must be booked with reference" });
  if (isTestKey && !test) problems.push({ pointer: "testmode", detail: "testmode must be true with a test key" });
  refuse(problems);
  return { by: by as OrderDate, ...range, reference: reference ?? null, test };
}

/** Returns the offset of a time from UTC in milliseconds; 0 without a zone. An unescaped plus arrives as a space. */
function offsetIn(text: string): number {
  const [, sign, hours, minutes] = /T.*([-+ ])(\d{2}):(\d{2})$/.exec(text) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
}

function onlyCursor({ cursor, ...others }: Query): string {
  const sent = ["by", "from", "to", "reference", "testmode"].filter((name) => others[name] !== undefined);
  refuse(sent.map((name) => ({ pointer: name, detail: `${name} is part of cursor: send one of them` })));
  return cursor!;
}

function refuseCursor(error: unknown): Promise<Orders> {
  if (error instanceof CursorExpired)
    throw gone(
      "cursor-expired",
      "The database was restored or replaced after this cursor: list the orders again without cursor.",
    );
  if (error instanceof CursorUnknown)
    refuse([
      {
        pointer: "cursor",
        detail:
          "cursor must be one that this list returned to a key of the same kind. Omit it to read the list from the first order",
      },
    ]);
  throw error;
}

function refuse(problems: FieldErrors): void {
  if (problems.length > 0)
    throw badRequest("invalid-parameter", problems.map(({ detail }) => `${detail}.`).join(" "), problems);
}
