/** Events as the back office tells of them. */

export const statuses = ["available", "sold-out", "black-out", "removed"] as const;
export type EventStatus = (typeof statuses)[number];

export interface EventLine {
  id: string;
  productId: string;
  /** External ids. */
  product: string;
  item: string;
  productName: string;
  itemName: string;
  /** Local date and time at the location. */
  eventOn: string;
  /** As partners read it. */
  availability: EventStatus;
  /** As the operator set it. */
  setting: EventStatus;
  /** Null: without limit. */
  capacity: number | null;
  sold: number;
  left: number | null;
  /** Sold of capacity; 1 is full. */
  load: number | null;
  currencyCode: string;
  prices: { code: string; amount: string }[];
  salesEndAt: string;
}

export interface DayTotals {
  /** That are not removed. */
  events: number;
  capacity: number;
  sold: number;
  load: number | null;
  unlimited: number;
  available: number;
  blackOut: number;
  soldOut: number;
  removed: number;
  soldOfRemoved: number;
}

export interface Calendar {
  month: string;
  days: (DayTotals & { day: string })[];
  total: DayTotals;
}

export interface ProductLine {
  id: string;
  externalId: string;
  name: string;
  cityCode: string;
  currencyCode: string;
  revision: number;
}
