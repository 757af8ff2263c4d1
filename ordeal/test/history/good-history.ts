import type {
  BookEntry,
  CancelEntry,
  FinalState,
  History,
  HoldEntry,
  OrderStatus,
  PriceSetEntry,
  ReadEntry,
  SeenOrder,
  ValidateEntry,
  VersionReadEntry,
} from "../../history/history.ts";

/** A history that breaks no rule, and entries to add to it. */

export const minute = 60_000;
const answered = (invokedAt: number, endedAt = invokedAt + 10) => ({
  client: "c1",
  invokedAt,
  endedAt,
  outcome: "ok" as const,
  httpStatus: 200,
  retryAfter: false,
  codes: [] as string[],
});
const seen = (id: string, status: OrderStatus = "waitsupplier"): SeenOrder => ({ id, reference: `${id}-ES`, status });
export const booked = (at: number, id: string, more: Partial<BookEntry> = {}): BookEntry => ({
  ...answered(at),
  op: "book",
  event: "e",
  seats: 2,
  total: 10_000,
  reference: `ref ${id}`,
  key: null,
  order: seen(id),
  ...more,
});
export const refused = (at: number, code: string, more: Partial<BookEntry> = {}): BookEntry =>
  booked(at, `no ${at}`, { outcome: "refused", codes: [code], order: null, ...more });
export const unanswered = { outcome: "unknown", httpStatus: null, order: null } as const;
export const held = (at: number, id: string): HoldEntry => ({
  ...answered(at),
  op: "hold",
  event: "e",
  seats: 2,
  key: id,
  hold: { id, total: 10_000, expiresAt: at + 15 * minute },
});
export const read = (at: number, id: string, status: OrderStatus): ReadEntry => ({
  ...answered(at),
  op: "read",
  id,
  order: seen(id, status),
});
const cancelled = (at: number, id: string, status: OrderStatus): CancelEntry => ({
  ...answered(at),
  op: "cancel",
  id,
  order: seen(id, status),
});
export const validated = (at: number, total: number | null = 10_000): ValidateEntry => ({
  ...answered(at),
  op: "validate",
  event: "e",
  seats: 2,
  total,
});
export const version = (at: number, number: number, endedAt = at + 10): VersionReadEntry => ({
  ...answered(at, endedAt),
  op: "version",
  version: number,
});
export const priced = (at: number, price: number): PriceSetEntry => ({
  ...answered(at),
  op: "price",
  event: "e",
  price,
});

export const stored = (id: string, changes: OrderStatus[] = []): FinalState["orders"][number] => ({
  id,
  reference: `${id}-ES`,
  event: "e",
  seats: 2,
  total: 10_000,
  status: changes.at(-1) ?? "waitsupplier",
  changes,
  externalReference: `ref ${id}`,
  key: null,
  test: false,
  notifies: false,
  undelivered: [],
});

/** Of three orders with 2 seats each, two fit an event of 4. One order is cancelled, and then the third order is sold. */
export function good(): { history: History; final: FinalState } {
  return {
    history: {
      holdMs: 30 * minute,
      entries: [
        priced(-minute, 5_000),
        version(0, 7),
        validated(5),
        booked(20, "a", unanswered),
        booked(40, "a"),
        booked(45, "b", { reference: null, key: "key b" }),
        refused(60, "event-sold-out"),
        read(80, "a", "complete"),
        cancelled(100, "a", "waitcancel"),
        read(120, "a", "cancelled"),
        version(125, 8),
        booked(130, "c"),
      ],
      notified: [
        { id: "a", sequence: 1, status: "complete", at: 75 },
        { id: "a", sequence: 1, status: "complete", at: 79 },
        { id: "a", sequence: 2, status: "waitcancel", at: 110 },
        { id: "a", sequence: 3, status: "cancelled", at: 111 },
      ],
    },
    final: {
      events: [{ id: "e", capacity: 4, left: 0, reserved: 0 }],
      orders: [
        { ...stored("a", ["complete", "waitcancel", "cancelled"]), notifies: true },
        { ...stored("b"), externalReference: null, key: "key b" },
        stored("c"),
      ],
    },
  };
}
