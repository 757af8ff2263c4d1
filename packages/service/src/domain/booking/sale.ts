import type { Language, ValidateRequest, ValidateResponse } from "@paseo/contract";
import type { HoldRow } from "../../store/booking/holds.ts";
import type { BookableEvent } from "../../store/catalogue/bookable-event.ts";
import { bookableEvent } from "../../store/catalogue/event-sales.ts";
import type { Db } from "../../store/database/database.ts";
import { ownsWhiteLabel } from "../../store/partners/partners.ts";
import type { OrderContext } from "../orders/transitions.ts";
import type { Caller } from "../partners/keys.ts";
import { requiredQuestions } from "../selling/questions.ts";
import { countSeats } from "../selling/ticket-rules.ts";
import { hasTooFewSeats, type Sale, validateSale } from "../selling/validate-sale.ts";
import { returnExpiredSeats } from "./expired-holds.ts";

/** Reads the event that a request wants to buy, and validates the sale. */

/** Carries out the operation eventvalidate. */
export async function validateEvent(
  context: SaleContext,
  request: ValidateRequest,
  call: { lang: Language; caller: Caller; now: Date },
): Promise<ValidateResponse> {
  const { sale } = await validateOwnSale(context, request, { ...call, test: context.sandbox || call.caller.test });
  return {
    id: request.id,
    totalUsd: sale.totalUsd === null ? null : { currencyCode: "USD", value: sale.totalUsd },
    isValid: sale.errors.length === 0,
    errors: sale.errors,
    questions: requiredQuestions(sale.questions, call.lang),
  };
}

type SaleContext = Pick<OrderContext, "db" | "sandbox" | "liveSeats">;

interface SaleCall {
  lang: Language;
  caller: Pick<Caller, "partnerId"> | null;
  now: Date;
  /** Whether the sale is a test: it reaches no supplier. */
  test: boolean;
  /** Whether the operator's desk sells. */
  isDesk?: boolean;
}

/**
 * Loads the event of a request and validates the sale. The seats and questions of a hold are fixed when it is placed.
 */
export async function validateOwnSale(
  { db, liveSeats }: Pick<SaleContext, "db" | "liveSeats">,
  request: Pick<ValidateRequest, "id" | "tickets" | "whiteLabelCode">,
  { lang, caller, now, test, isDesk = false }: SaleCall,
  hold: Pick<HoldRow, "agreed"> | null = null,
): Promise<{ event: BookableEvent | null; sale: Sale }> {
  const isHeld = hold !== null;
  const stored = await readEventToSell(
    db,
    request.id,
    now,
    (found) => !isHeld && hasTooFewSeats(found, request.tickets),
  );
  const isLive = stored !== null && liveSeats !== undefined && !isHeld && !test;
  const found = isLive ? await liveSeats(stored, countSeats(request.tickets)) : stored;
  const event = found && hold ? { ...found, ownQuestions: hold.agreed.questions ?? [] } : found;
  const whiteLabelKnown =
    !request.whiteLabelCode ||
    (caller !== null && (await ownsWhiteLabel(db, caller.partnerId, request.whiteLabelCode)));
  return { event, sale: validateSale({ event, tickets: request.tickets, lang, now, whiteLabelKnown, isHeld, isDesk }) };
}

/** Reads the event of a sale. If the event is short of seats, it first returns the seats of expired holds. */
export async function readEventToSell(
  db: Db,
  id: string,
  now: Date,
  isShort: (event: BookableEvent) => boolean,
): Promise<BookableEvent | null> {
  const event = await bookableEvent(db, id);
  if (!event || !isShort(event)) return event ?? null;
  await returnExpiredSeats(db, { eventId: event.id }, now);
  return (await bookableEvent(db, id)) ?? null;
}
