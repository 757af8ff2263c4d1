import type { ErrorEntry } from "@paseo/contract";
import { type BulkWork, claimBulkOrder, settleBulkOrder } from "../../store/bulk/bulk-actions.ts";
import { inTransaction, type Tx } from "../../store/database/database.ts";
import { neverGivenUp } from "../../store/database/given-up.ts";
import { type AmendmentRow, amendmentById } from "../../store/sale/amendments.ts";
import { recordActionLetters } from "../../store/sale/due-letters.ts";
import { orderById } from "../../store/sale/orders.ts";
import { acceptQuote } from "../booking/accept-quote.ts";
import { startAcceptedAmendment } from "../booking/amendment.ts";
import { quoteAmendment } from "../orders/quote.ts";
import { changeOrder, type OrderContext, operatorAuthor } from "../orders/transitions.ts";
import { type PlainRefusalCode, refusalEntry } from "../selling/messages.ts";

/**
 * The work of a bulk action on one order. Moving or cancelling is one transaction, which also records the result and the letter that is due
 * to the guest. If the process is killed, the order is either unchanged or done. The job of letters sends the letter.
 */

export interface BulkContext {
  orderContext: OrderContext;
  mail: { isSet(): Promise<boolean> };
  config: BulkSettings;
}

interface BulkSettings {
  changeQuoteMinutes: number;
  supplierWaitSeconds: number;
}

/** Does the work that is due for an order of an action. Does nothing when another process has claimed it. */
export async function runBulkOrder(context: BulkContext, actionId: string, orderId: string): Promise<void> {
  for (;;) {
    const work = await claimBulkOrder(context.orderContext.db, actionId, orderId);
    if (!work) return;
    const change = work.changeId === null ? null : await amendmentById(context.orderContext.db, work.changeId);
    if (change) await follow(context, work, change);
    else if (work.action.kind === "cancel") await cancel(context, work);
    else await move(context, work);
  }
}

/** Records that the order is moved or cancelled, with the letter that is due. Without a mail server, the operator calls the guests. */
async function done(
  tx: Tx,
  work: BulkWork,
  { writes, ...result }: { cause: string; changeId?: string; writes: boolean },
): Promise<void> {
  const { action, orderId } = work;
  if (!(await settleBulkOrder(tx, work, { state: "done", ...result })) || !writes) return;
  await recordActionLetters(tx, { actionId: action.id, orderIds: [orderId], cause: result.cause });
}

/** Whether guests of the action get letters. */
const writesLetters = async ({ mail }: BulkContext, { action }: BulkWork): Promise<boolean> =>
  action.content.letters !== undefined && (await mail.isSet());

/** Records that the order stays unchanged, with the reason for the report. */
const refused = (context: BulkContext, work: BulkWork, code: PlainRefusalCode): Promise<void> =>
  refuse(context, work, [refusalEntry(code, work.action.content.lang)]);

async function refuse(
  { orderContext: { db } }: BulkContext,
  work: BulkWork,
  refusals: readonly ErrorEntry[],
): Promise<void> {
  await settleBulkOrder(db, work, { state: "refused", refusals });
}

const authorOf = ({ action: { createdBy, content } }: BulkWork) => operatorAuthor({ email: createdBy }, content.reason);

async function cancel(context: BulkContext, work: BulkWork): Promise<void> {
  const { reason, refund } = work.action.content;
  const change = {
    ...authorOf(work),
    trigger: "cancel",
    reason: reason || null,
    refundsInFull: refund === "full",
  } as const;
  const writes = await writesLetters(context, work);
  const { changed } = await changeOrder(context.orderContext, work.orderId, change, (_order, tx) =>
    done(tx, work, { cause: "cancelled", writes }),
  );
  // Its partner, its supplier or another operator ended the order first.
  if (!changed) await refused(context, work, "change-ended");
}

async function move(context: BulkContext, work: BulkWork): Promise<void> {
  const { orderContext, config } = context;
  const { db, clock } = orderContext;
  const { targetId, targets, lang } = work.action.content;
  const now = clock();
  const order = await orderById(db, work.orderId);
  const eventId = order && (targets ? targets[order.eventId] : targetId);
  // Somebody erased the order, or moved it to another event.
  if (!order || !eventId) return refused(context, work, "change-ended");
  const { row, shown } = await quoteAmendment(
    db,
    order,
    { eventId },
    {
      lang,
      now,
      hasGivenUp: neverGivenUp,
      actor: "operator",
      keepsTerms: true,
      quoteMinutes: config.changeQuoteMinutes,
    },
  );
  if (!row) return refuse(context, work, shown.errors);
  const writes = await writesLetters(context, work);
  const accepted = await acceptQuote(orderContext, row, {
    ...authorOf(work),
    revision: row.revision,
    now,
    hasGivenUp: neverGivenUp,
    record: async (tx, waits) => {
      // Guests learn of a move when the supplier has agreed. Without letters nothing is left to do.
      if (!waits || !work.action.content.letters) return done(tx, work, { ...movedBy(row), writes });
      await settleBulkOrder(tx, work, { state: "waiting", changeId: row.id, dueIn: supplierPauseSeconds });
    },
  });
  if (accepted.outcome === "refused") return refused(context, work, accepted.code);
  // Somebody changed the order since the quote: the next run quotes again.
  if (accepted.outcome === "stale") await settleBulkOrder(db, work, { state: "waiting" });
  else await startAcceptedAmendment(orderContext, accepted, order, config.supplierWaitSeconds * 1000);
}

const movedBy = ({ id }: Pick<AmendmentRow, "id">) => ({ changeId: id, cause: `changed:${id}` });

/** Seconds until the job checks again whether the supplier has decided about the move. */
const supplierPauseSeconds = 30;

/** Follows a move that the supplier decides. */
async function follow(context: BulkContext, work: BulkWork, change: AmendmentRow): Promise<void> {
  const { db } = context.orderContext;
  if (change.status === "waitsupplier")
    await settleBulkOrder(db, work, { state: "waiting", dueIn: supplierPauseSeconds });
  else if (change.status !== "accepted") await refused(context, work, "change-declined");
  else {
    const writes = await writesLetters(context, work);
    await inTransaction(db, (tx) => done(tx, work, { ...movedBy(change), writes }));
  }
}
