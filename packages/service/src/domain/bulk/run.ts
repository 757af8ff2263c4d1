import type { ErrorEntry } from "@paseo/contract";
import { type BulkWork, claimBulkOrder, settleBulkOrder } from "../../store/bulk/bulk-actions.ts";
import { inTransaction } from "../../store/database/database.ts";
import { leaseSeconds } from "../../store/database/due-work.ts";
import { neverGivenUp } from "../../store/database/given-up.ts";
import { endLetter, readLetter, startLetter } from "../../store/letters/guest-letters.ts";
import { amendmentById } from "../../store/sale/amendments.ts";
import { type OrderRow, orderById } from "../../store/sale/orders.ts";
import { acceptQuote } from "../booking/accept.ts";
import { startAcceptedAmendment } from "../booking/amendment.ts";
import { letterId, letterOutcome } from "../letters/guest-letter.ts";
import type { Email, EmailOutcome } from "../operators/email.ts";
import { quoteAmendment } from "../orders/quote.ts";
import { changeOrder, type OrderContext, operatorAuthor } from "../orders/transitions.ts";
import { type PlainRefusalCode, refusalEntry } from "../selling/messages.ts";
import { bulkLetter } from "./letters.ts";

/**
 * The work of a bulk action on one order. Moving or cancelling is one transaction, which also records the result. If
 * the process is killed, the order is either unchanged or done. A letter is recorded before it is sent, and never sent
 * twice for one cause.
 */

export interface BulkContext {
  orderContext: OrderContext;
  mail: { isSet(): Promise<boolean>; post(email: Email): Promise<EmailOutcome> };
  config: BulkSettings;
}

interface BulkSettings {
  operatorName: string;
  /** The operator's telephone number, for vouchers. */
  operatorPhone?: string | undefined;
  changeQuoteMinutes: number;
  supplierWaitSeconds: number;
}

/** Does all work that is due for an order of an action. Does nothing when another process has claimed it. */
export async function runBulkOrder(context: BulkContext, actionId: string, orderId: string): Promise<void> {
  for (;;) {
    const work = await claimBulkOrder(context.orderContext.db, actionId, orderId);
    if (!work) return;
    if (work.state === "telling") await tell(context, work);
    else if (work.action.kind === "cancel") await cancel(context, work);
    else await move(context, work);
  }
}

/** Returns the state of the work after the order is moved or cancelled. */
const next = ({ action }: BulkWork) => (action.content.letters ? "telling" : "done");

/** Records that the order stays unchanged, with the reason for the report. */
const refused = (context: BulkContext, work: BulkWork, code: PlainRefusalCode): Promise<void> =>
  refuse(context, work, [refusalEntry(code, work.action.content.lang)]);

const refuse = ({ orderContext: { db } }: BulkContext, work: BulkWork, refusals: readonly ErrorEntry[]) =>
  settleBulkOrder(db, work, { state: "refused", refusals });

const authorOf = ({ action: { createdBy, content } }: BulkWork) => operatorAuthor({ email: createdBy }, content.reason);

async function cancel(context: BulkContext, work: BulkWork): Promise<void> {
  const { reason, refund } = work.action.content;
  const change = {
    ...authorOf(work),
    trigger: "cancel",
    reason: reason || null,
    refundsInFull: refund === "full",
  } as const;
  const { changed } = await changeOrder(context.orderContext, work.orderId, change, (_order, tx) =>
    settleBulkOrder(tx, work, { state: next(work), cause: "cancelled" }),
  );
  // Its partner, its supplier or another operator ended the order first.
  if (!changed) await refused(context, work, "change-ended");
}

async function move(context: BulkContext, work: BulkWork): Promise<void> {
  const { orderContext, config } = context;
  const { db, clock } = orderContext;
  const { targetId, lang } = work.action.content;
  const now = clock();
  const order = await orderById(db, work.orderId);
  if (!order) return refused(context, work, "change-ended");
  const { row, shown } = await quoteAmendment(
    db,
    order,
    { eventId: targetId! },
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
  const accepted = await acceptQuote(orderContext, row, {
    ...authorOf(work),
    revision: row.revision,
    now,
    hasGivenUp: neverGivenUp,
    record: (tx) => settleBulkOrder(tx, work, { state: next(work), changeId: row.id, cause: `changed:${row.id}` }),
  });
  if (accepted.outcome === "refused") return refused(context, work, accepted.code);
  // Somebody changed the order since the quote: the next run quotes again.
  if (accepted.outcome === "stale") return settleBulkOrder(db, work, { state: "waiting" });
  await startAcceptedAmendment(orderContext, accepted, order, config.supplierWaitSeconds * 1000);
}

/** Seconds until the job checks again whether the supplier has decided about the move. */
const supplierPauseSeconds = 30;

async function tell(context: BulkContext, work: BulkWork): Promise<void> {
  const { db } = context.orderContext;
  const settle = (after: Parameters<typeof settleBulkOrder>[2]) => settleBulkOrder(db, work, after);
  const change = work.changeId === null ? null : await amendmentById(db, work.changeId);
  if (change?.status === "waitsupplier") return settle({ state: "telling", dueIn: supplierPauseSeconds });
  if (change && change.status !== "accepted") return refused(context, work, "change-declined");
  const order = await orderById(db, work.orderId);
  if (!order || (work.action.kind !== "cancel" && order.status !== "complete" && order.status !== "waitsupplier"))
    return refused(context, work, "change-ended");
  // The operator calls these guests.
  if (order.email === "" || !(await context.mail.isSet())) return settle({ state: "done" });
  const letter = await bulkLetter(letterContext(context), work, order);
  if (!letter) return settle({ state: "done" });
  await send(context, work, order, letter);
}

async function send(
  { orderContext: { db }, mail }: BulkContext,
  work: BulkWork,
  { id: orderId }: OrderRow,
  letter: Omit<Email, "id">,
): Promise<void> {
  const cause = work.cause ?? `told:${work.action.id}`;
  const key = { orderId, cause };
  if (!(await startLetter(db, key))) {
    const former = await readLetter(db, key);
    if (former?.state === "sending" && !former.isCutOff)
      return settleBulkOrder(db, work, { state: "telling", dueIn: leaseSeconds });
    // The process was killed while it sent the letter. Sending it again could inform the guest twice.
    return inTransaction(db, async (tx) => {
      if (former?.isCutOff) await endLetter(tx, key, { state: "unknown" });
      await settleBulkOrder(tx, work, { state: "done", cause });
    });
  }
  const posted = await mail.post({ ...letter, id: letterId(key) });
  await inTransaction(db, async (tx) => {
    await endLetter(tx, key, letterOutcome(posted));
    await settleBulkOrder(tx, work, { state: "done", cause });
  });
}

const letterContext = ({ orderContext: { db, publicUrl }, config }: BulkContext) => ({
  ...{ db, publicUrl, operatorName: config.operatorName, operatorPhone: config.operatorPhone },
});
