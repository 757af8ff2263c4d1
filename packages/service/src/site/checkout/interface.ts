import type { BookRequest, ErrorEntry, Price, TicketSelection } from "@paseo/contract";
import type { Visit } from "../visit.ts";
import type { Money } from "./words.ts";

/** The parts of the partner interface about money, which the client has no methods for: docs/reference/pay-for-a-hold.md. */

export interface Quote {
  isValid: boolean;
  errors: ErrorEntry[];
  amount: Money | null;
  price: Price | null;
  tickets: { code: string; quantity: number; price: Price | null }[];
  providers: { kind: string; label: string; test: boolean }[];
  paymentId: string | null;
}

export interface HoldPayment {
  id: string | null;
  state: "open" | "checking" | "booked" | "ended" | "returned" | "refused";
  page: { method: "GET" | "POST"; url: string; fields: { name: string; value: string }[] } | null;
  expiresAt: string | null;
  amount: Money | null;
  orderId: string | null;
  errors: ErrorEntry[];
}

export interface OrderMoney {
  total: Money;
  paid: Money;
  testPaid: Money;
  due: Money;
  refunded: Money;
  dueOn: string | null;
  isPayable: boolean;
  cancellation: { refund: Money; owed: Money; until: string } | null;
  quote: { total: Money; difference: Money; refund: Money } | null;
}

/** The interface answered with a problem. */
export class Refusal extends Error {
  override name = "Refusal";
  readonly status: number;
  readonly code: string;
  constructor(status: number, body: unknown) {
    const code = (body as { code?: unknown } | null)?.code;
    super(`the interface answered ${status} ${code}`);
    this.status = status;
    this.code = typeof code === "string" ? code : "";
  }
}

async function send<T>({ site, lang }: Visit, method: "GET" | "POST", path: string, body?: object): Promise<T> {
  const answer = await site.client.send(method, `/api/${lang}/${path}`, body);
  if (answer.status !== 200) throw new Refusal(answer.status, answer.body);
  return answer.body as T;
}

export const quote = (visit: Visit, selection: { id: string; tickets: TicketSelection[] }, holdId?: string) =>
  send<Quote>(visit, "POST", "eventpay/quote", {
    selection: { ...selection, apiKey: visit.site.client.apiKey, whiteLabelCode: visit.site.code },
    ...(holdId !== undefined && { holdId }),
  });

export const payHold = (
  visit: Visit,
  given: {
    booking: Omit<BookRequest, "apiKey" | "whiteLabelCode">;
    holdId: string;
    returnUrl: string;
    kind: string;
    deposit?: string;
    dueOn?: string;
    guestName?: string;
  },
) =>
  send<HoldPayment>(visit, "POST", "eventpay", {
    ...given,
    booking: { ...given.booking, apiKey: visit.site.client.apiKey, whiteLabelCode: visit.site.code },
  });

export const readPayment = (visit: Visit, id: string) => send<HoldPayment>(visit, "GET", `eventpay/${id}`);

export const orderMoney = (visit: Visit, orderId: string, quoteId?: string) =>
  send<OrderMoney>(visit, "GET", `orderpay/${orderId}${quoteId === undefined ? "" : `?quoteId=${quoteId}`}`);

/** Returns the address of the page on which the guest of an order pays. */
export const orderPage = async (visit: Visit, orderId: string): Promise<string> =>
  (await send<{ page: { url: string } }>(visit, "POST", "orderpay", { id: orderId, apiKey: visit.site.client.apiKey }))
    .page.url;
