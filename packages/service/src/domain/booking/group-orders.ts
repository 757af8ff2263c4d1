import type { BookRequest, ErrorEntry, Language, TicketSelection } from "@paseo/contract";
import type { BookableEvent } from "../../records/bookable-event.ts";
import { partyOf } from "../../records/tickets/ticket-sizes.ts";
import { type BlockRow, blockById } from "../../store/booking/blocks.ts";
import type { Db } from "../../store/database/database.ts";
import type { RepeatableRequest } from "../../store/sale/orders.ts";
import { findSentPrice, readEventToSell } from "../orders/sale.ts";
import { refusalEntry } from "../selling/messages.ts";
import { type AskedQuestion, checkAnswers, travellerCodes } from "../selling/questions.ts";
import { withAnyQuantity } from "../selling/ticket-rules.ts";
import { hasTooFewSeats, type Sale, validateSale, withFurtherSeats } from "../selling/validate-sale.ts";
import { type Buyer, withTerms } from "../terms/event-terms.ts";
import { type BookCall, type BookingDecision, type GroupSale, newOrder, saleTerms } from "./book-request.ts";

/** Orders of groups from blocks of seats: docs/decisions/0058-group-orders.md. The order takes the seats of the block. */

/**
 * Validates a group's order. The blocked seats count as free. An order that takes no more than these seats can be made
 * while the event is closed or sold out.
 */
export async function validateBlockSale(
  db: Db,
  block: Pick<BlockRow, "eventId" | "seats">,
  tickets: readonly TicketSelection[],
  { lang, now, caller }: { lang: Language; now: Date; caller: Buyer | null },
): Promise<{ event: BookableEvent | null; sale: Sale }> {
  const found = await readEventToSell(db, block.eventId, { partnerId: caller?.partnerId ?? null, now }, (one) =>
    hasTooFewSeats(withFurtherSeats(one, block.seats), tickets),
  );
  const bought = found && (await withTerms(db, found, caller, now));
  const event = bought && { ...bought, ticketRules: bought.ticketRules.map(withAnyQuantity) };
  const sale = validateSale({
    event: event && withFurtherSeats(event, block.seats),
    ...{ tickets, lang, now, whiteLabelKnown: true, isDesk: true, isGroup: true },
    isHeld: found !== null && partyOf(tickets, found).seats <= block.seats,
  });
  return { event, sale };
}

/** Makes the order that a request asks for from a block. The store compares the block's revision again when it takes the seats. */
export async function bookBlock(
  db: Db,
  request: BookRequest,
  repeatable: RepeatableRequest,
  call: BookCall & { group: GroupSale },
): Promise<BookingDecision> {
  const { lang, group } = call;
  const block = await blockById(db, group.blockId);
  if (!block || block.releaseAt <= call.now || block.eventId !== request.id)
    return { errors: [refusalEntry("hold-expired", lang)] };
  const { event, sale } = await validateBlockSale(db, block, request.tickets, call);
  const errors: ErrorEntry[] = [...sale.errors];
  const price = event && sale.totalUsd !== null ? await findSentPrice(db, request, event, call) : null;
  if (sale.totalUsd !== null && !price) errors.push(refusalEntry("price-changed", lang));
  if (sale.errors.length === 0) {
    const mayCome = ({ passenger }: AskedQuestion) => group.namesLater && passenger !== null;
    errors.push(...checkAnswers(sale.questions, request.answers ?? [], lang, { mayCome }));
  }
  if (!event || !price || errors.length > 0) return { errors };
  const taken = saleTerms(request, { event, sale, price });
  const agreed = { ...taken.agreed, group: { later: group.namesLater ? travellerCodes(sale.questions) : [] } };
  return {
    order: newOrder(request, { taken: { ...taken, agreed }, event, sale }, repeatable, {
      ...call,
      holdId: group.blockId,
    }),
  };
}
