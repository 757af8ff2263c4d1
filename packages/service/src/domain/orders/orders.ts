import type { Language, Order, ValidateRequest, ValidateResponse } from "@paseo/contract";
import type { HoldRow } from "../../store/booking/holds.ts";
import type { BookableEvent } from "../../store/catalogue/bookable-event.ts";
import type { Db } from "../../store/database/database.ts";
import { type OrderRow, orderById } from "../../store/orders/orders.ts";
import { ownsWhiteLabel } from "../../store/partners/partners.ts";
import { orderReference } from "../booking/content.ts";
import { eventToSell } from "../booking/expired-holds.ts";
import { type Caller, mayUseOrder } from "../partners/keys.ts";
import { listed } from "../selling/questions.ts";
import { seats } from "../selling/ticket-rules.ts";
import { hasTooFewSeats, type Sale, validateSale } from "../selling/validate-sale.ts";
import { maskedOrder } from "./order-masking.ts";
import type { OrderContext } from "./transitions.ts";

/** The operation eventvalidate. */
export async function validateEvent(
  context: SaleContext,
  request: ValidateRequest,
  call: { lang: Language; caller: Caller; now: Date },
): Promise<ValidateResponse> {
  const { sale } = await saleOf(context, request, { ...call, test: context.sandbox || call.caller.test });
  return {
    id: request.id,
    totalUsd: sale.totalUsd === null ? null : { currencyCode: "USD", value: sale.totalUsd },
    isValid: sale.errors.length === 0,
    errors: sale.errors,
    questions: listed(sale.questions, call.lang),
  };
}

type SaleContext = Pick<OrderContext, "db" | "sandbox" | "liveSeats">;

interface SaleCall {
  lang: Language;
  caller: Pick<Caller, "partnerId"> | null;
  now: Date;
  /** Whether the sale is a test: it reaches no supplier. */
  test: boolean;
}

/**
 * Loads the event of a request and validates the sale. The seats and questions of a hold are fixed when it is placed.
 */
export async function saleOf(
  { db, liveSeats }: Pick<SaleContext, "db" | "liveSeats">,
  request: Pick<ValidateRequest, "id" | "tickets" | "whiteLabelCode">,
  { lang, caller, now, test }: SaleCall,
  hold: Pick<HoldRow, "agreed"> | null = null,
): Promise<{ event: BookableEvent | null; sale: Sale }> {
  const isHeld = hold !== null;
  const stored = await eventToSell(db, request.id, now, (found) => !isHeld && hasTooFewSeats(found, request.tickets));
  const isLive = stored !== null && liveSeats !== undefined && !isHeld && !test;
  const found = isLive ? await liveSeats(stored, seats(request.tickets)) : stored;
  const event = found && hold ? { ...found, ownQuestions: hold.agreed.questions ?? [] } : found;
  const whiteLabelKnown =
    !request.whiteLabelCode ||
    (caller !== null && (await ownsWhiteLabel(db, caller.partnerId, request.whiteLabelCode)));
  return { event, sale: validateSale({ event, tickets: request.tickets, lang, now, whiteLabelKnown, isHeld }) };
}

/**
 * The operation order. A key reads the orders that it may use. Without a key, the unguessable id suffices and personal
 * data is masked.
 */
export async function readOrder(
  db: Db,
  id: string,
  caller: Caller | null,
  { maskKeyless }: { maskKeyless: boolean },
): Promise<Order | null> {
  const row = await orderById(db, id);
  if (!row) return null;
  if (caller !== null) return mayUseOrder(caller, row) ? orderOf(row) : null;
  return maskKeyless ? maskedOrder(orderOf(row)) : orderOf(row);
}

/** An order as the partner interface returns it. */
export function orderOf(row: OrderRow): Order {
  return {
    id: row.id,
    reference: orderReference(row),
    confirmation: row.confirmation,
    status: row.status,
    isValid: true,
    errors: null,
    event: {
      id: row.eventId,
      apiKey: null,
      tickets: row.tickets,
      email: row.email,
      phoneNumber: row.phoneNumber,
      remoteHost: row.remoteHost,
      callbackUrl: row.callbackUrl,
      externalReference: row.externalReference,
      totalUsd: { currencyCode: "USD", value: Number(row.totalUsd) },
      testMode: row.test,
      answers: row.answers,
    },
  };
}
