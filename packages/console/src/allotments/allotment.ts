import type { ApiAnswer, ListRecord, RequestBody } from "../api/types.ts";
import type { ProductChoice } from "../events/pickers.tsx";
import { allWeekdays } from "../format/days.ts";

/** An allotment, and the values of its form: numbers and times are text. */

export type Allotment = ListRecord<"allotments.list">;
export type SavedAllotment = ApiAnswer<"allotments.show">;
export type AllotmentEvent = SavedAllotment["events"][number];

export const allotmentKinds = ["guaranteed", "at-most"] as const satisfies readonly Allotment["kind"][];

export interface AllotmentValues {
  name: string;
  product: ProductChoice | null;
  itemId: string;
  kind: Allotment["kind"];
  seats: string;
  partnerIds: string[];
  from: string;
  to: string;
  weekdays: number[];
  times: string;
  releaseHours: string;
  closedDates: { day: string }[];
}

export const emptyAllotment: AllotmentValues = {
  ...{ name: "", product: null, itemId: "", kind: "guaranteed", seats: "", partnerIds: [], from: "", to: "" },
  ...{ weekdays: allWeekdays, times: "", releaseHours: "48", closedDates: [] },
};

export const allotmentValues = (allotment: Allotment, product: ProductChoice | null): AllotmentValues => {
  const { name, itemId, kind, seats, partnerIds, from, to, weekdays, times, releaseHours, closedDates } = allotment;
  return {
    ...{ name, product, itemId, kind, partnerIds, from, to },
    seats: String(seats),
    weekdays: weekdays ?? allWeekdays,
    times: times?.join(", ") ?? "",
    releaseHours: releaseHours === null ? "48" : String(releaseHours),
    closedDates: closedDates.map((day) => ({ day })),
  };
};

/** Returns the times that a text lists. A text with anything else has no such list: null. */
export function timesInText(text: string): string[] | null {
  const found = text.split(/[,;\s]+/).filter(Boolean);
  const times = found.map((one) => one.match(/^(\d{1,2})[:.h](\d\d)$/));
  if (times.some((one) => one === null || Number(one[1]) > 23 || Number(one[2]) > 59)) return null;
  return [...new Set(times.map((one) => `${one![1]!.padStart(2, "0")}:${one![2]}`))].sort();
}

export function allotmentBody(values: AllotmentValues): RequestBody<"allotments.create"> {
  const { name, itemId, kind, seats, partnerIds, from, to, weekdays, releaseHours, closedDates } = values;
  const times = timesInText(values.times) ?? [];
  return {
    ...{ name: name.trim(), itemId, kind, partnerIds, from, to },
    seats: Number(seats),
    weekdays: weekdays.length === allWeekdays.length ? null : weekdays,
    times: times.length === 0 ? null : times,
    releaseHours: kind === "guaranteed" ? Number(releaseHours) : null,
    closedDates: [...new Set(closedDates.map(({ day }) => day).filter(Boolean))].sort(),
  };
}

/** Returns what operators call an allotment: its name, or else its product and item. */
export const allotmentName = ({
  name,
  productName,
  itemName,
}: Pick<Allotment, "name" | "productName" | "itemName">): string =>
  name || (productName === itemName ? productName : `${productName} · ${itemName}`);
