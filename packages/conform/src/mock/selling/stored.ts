import type { BookRequest } from "@paseo/contract";
import { chosen } from "./selling.ts";

/** Entries of each kind that the mock service stores; the oldest are dropped. */
export const most = 1000;

/** Sets an entry, and drops the oldest one above the limit. */
export function setLimited<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value);
  if (map.size > most) map.delete(map.keys().next().value!);
}

/** Identifies an event with its chosen tickets, whatever their order. */
export const selectionOf = ({ id, tickets }: Pick<BookRequest, "id" | "tickets">): string =>
  JSON.stringify([
    id,
    ...chosen(tickets)
      .map(({ code, quantity }) => `${code} ${quantity}`)
      .toSorted(),
  ]);
