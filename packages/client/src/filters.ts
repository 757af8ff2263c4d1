import type { BookRequest, HoldRequest, OrderDate, Page, PaymentRequest, ValidateRequest } from "@paseo/contract";

/** Types of arguments: requests without the fields that the client adds, and filters of lists. */

/** The fields that the client adds to a request, and a request in which they are optional. */
type AddedFields = "apiKey" | "whiteLabelCode";
type WithoutAdded<T extends Pick<ValidateRequest, AddedFields>> = Omit<T, AddedFields> & Partial<Pick<T, AddedFields>>;

/** The event and the tickets to validate. Without a key or a white label, the client adds its own. */
export type EventSelection = WithoutAdded<ValidateRequest>;
/** The event and the tickets to validate, with `testMode` for seats of a test order. */
export type SelectionToHold = WithoutAdded<HoldRequest>;
/** The selection to book with the customer, the total from validate, and the answers. */
export type BookingRequest = WithoutAdded<BookRequest>;
/** The payment of a hold, with the booking that follows it. */
export type PaymentToStart = Omit<PaymentRequest, "booking"> & { booking: BookingRequest };

/** Options of all lists. */
export interface ListFilter {
  /** Only records modified since this version; 0 means everything, including past and removed events. */
  version?: number | undefined;
  /** First page to read, from 1. */
  page?: number | undefined;
}

export interface ProductFilter extends ListFilter {
  /** Search string: words of the name, or a city's code. */
  query?: string | undefined;
}

export interface EventFilter extends ListFilter {
  productId?: string | undefined;
  /** Start of the range of EventOn, inclusive: `2026-05-31` or `2026-05-31T20:30:00`, local to the event. Default: today. */
  fromDate?: string | undefined;
  /** End of the range, inclusive; a date means the whole day. */
  toDate?: string | undefined;
}

export interface AvailabilityFilter extends ListFilter {
  productId?: string | undefined;
  /** First local day, `2026-05-31`. Default: today. */
  fromDate?: string | undefined;
  /** Last local day. Of one product the range has at most 366 days, of all products 31. */
  toDate?: string | undefined;
}

export interface ContentFilter extends ListFilter {
  productId?: string | undefined;
}

export interface PageFilter extends ListFilter {
  query?: string | undefined;
  pageTypeCode?: Page["pageTypeCode"] | undefined;
  /** Only pages of this white label. The white label of the client is not the default. */
  whiteLabelCode?: string | undefined;
}

/** Which orders to list. A cursor contains all other filters, so none of them can be given with it. */
export interface OrderFilter {
  /** The date that `from` and `to` are about, and the order of the list. Default: `booked`. */
  by?: OrderDate | undefined;
  /** Start of the range, inclusive: `2026-05-31` or `2026-05-31T20:30:00Z`. Dates of events are local. */
  from?: string | undefined;
  /** End of the range, inclusive; a date means the whole day. */
  to?: string | undefined;
  /** Only orders with this ExternalReference, exactly. */
  reference?: string | undefined;
  /** Whether test orders are listed. Undefined: a test key lists test orders, and a live key lists live orders. */
  testMode?: boolean | undefined;
  /** The cursor of the last page that was read. With it, the list has the orders that changed since. */
  cursor?: string | undefined;
}
