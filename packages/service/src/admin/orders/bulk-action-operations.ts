import Type from "typebox";
import { orderReference } from "../../domain/booking/content.ts";
import { changeEvents } from "../../domain/editing/bulk-changes.ts";
import { bulkPlaceholders, letterProblems } from "../../domain/orders/bulk/letters.ts";
import { maxBulkOrders, previewBulkAction } from "../../domain/orders/bulk/preview.ts";
import type { Service } from "../../service.ts";
import { expireHolds } from "../../store/booking/holds.ts";
import type { Tx } from "../../store/database/database.ts";
import { repeatAfterDeadlock } from "../../store/database/faults.ts";
import { loadSources } from "../../store/editing/product-sources.ts";
import {
  actionsToCall,
  type BulkAction,
  bulkActionById,
  bulkActionsOf,
  concernedOrders,
  digestOfOrders,
  insertBulkAction,
  recordCall,
  repeatBulkAction,
} from "../../store/orders/bulk-actions.ts";
import { orderById } from "../../store/orders/orders.ts";
import type { DayEventLine } from "../../store/visits/day-events.ts";
import { conflict, notFound } from "../../web/problems.ts";
import { isUuid } from "../../web/query.ts";
import { auditSummary, invalidFields, runCatalogueEdit } from "../editing/changing.ts";
import { type AdminCall, listSchema, officeRoles, operation, orderRoles, requireRecord } from "../operation.ts";
import { changedMeanwhile } from "../operators/operator-problems.ts";
import { callsAnswer, existingEvent, previewAnswer, readEvent, reportAnswer } from "./bulk-action-answers.ts";
import {
  ActionToCallAnswer,
  BulkCalls,
  BulkPreviewAnswer,
  BulkReport,
  BulkSummaryAnswer,
  bulkStartFields,
  bulkWishFields,
} from "./bulk-action-shapes.ts";

/** Operations on bulk actions. An operator previews an action and starts it; a job then processes each order. */

const PreviewBody = Type.Object(bulkWishFields);
const StartBody = Type.Object({ ...bulkWishFields, ...bulkStartFields });
type Wished = Type.Static<typeof PreviewBody>;
type Started = Type.Static<typeof StartBody>;

const existingAction = async ({ db }: Service, id: string): Promise<BulkAction> =>
  requireRecord(isUuid(id) ? await bulkActionById(db, id) : null, "bulk action");

export const bulkActionOperations = [
  operation({
    id: "bulkActions.preview",
    method: "POST",
    path: "/events/{id}/bulkActions/preview",
    summary: "Preview an action on the orders of an event, with its letters. Nothing changes",
    roles: orderRoles,
    body: PreviewBody,
    response: BulkPreviewAnswer,
    async run({ service, params, body, lang, now }) {
      const { kind, targetId, orderIds = null, reason = "", letters = {} } = body;
      const event = await existingEvent(service, params.id!, now);
      const target = await targetOf(service, event, body, now);
      const quoteMinutes = service.config.changeQuoteMinutes;
      const wish = { kind, eventId: event.id, orderIds, targetId };
      const preview = await previewBulkAction(service.db, wish, { lang, now, quoteMinutes });
      const answer = await previewAnswer(service, preview, { kind, event, target, reason, letters });
      return { ...answer, placeholders: [...bulkPlaceholders] };
    },
  }),
  operation({
    id: "bulkActions.start",
    method: "POST",
    path: "/events/{id}/bulkActions",
    summary:
      "Start a previewed action: move or cancel the orders of an event, or write to its guests. A job processes each order",
    roles: orderRoles,
    body: StartBody,
    response: BulkReport,
    async run(call) {
      const { service, params, body, now } = call;
      const event = await existingEvent(service, params.id!, now);
      const known = await bulkActionById(service.db, body.id);
      if (known) return reportAnswer(service, sameAction(known, event, body), now);
      checkStart(body);
      const target = await targetOf(service, event, body, now);
      if (body.kind === "move") requireRecord(target, "target event");
      const action = actionOf(call, event);
      await startAction(call, event, action);
      return reportAnswer(service, action, now);
    },
  }),
  operation({
    id: "bulkActions.list",
    method: "GET",
    path: "/events/{id}/bulkActions",
    summary: "List the actions on the orders of an event, the newest first",
    roles: officeRoles,
    response: listSchema(BulkSummaryAnswer),
    async run({ service, params, now }) {
      const event = await existingEvent(service, params.id!, now);
      const rows = await bulkActionsOf(service.db, event.id, 100);
      return { data: rows.map(({ eventId: _e, content: _c, ...row }) => row), total: rows.length };
    },
  }),
  operation({
    id: "bulkActions.show",
    method: "GET",
    path: "/bulk-actions/{id}",
    summary: "Read an action with the outcome of each order",
    roles: officeRoles,
    response: BulkReport,
    run: async ({ service, params, now }) => reportAnswer(service, await existingAction(service, params.id!), now),
  }),
  operation({
    id: "bulkActions.repeat",
    method: "POST",
    path: "/bulk-actions/{id}/repeat",
    summary: "Try refused orders again, and letters that were certainly not sent",
    roles: orderRoles,
    response: BulkReport,
    async run({ service, params, now, recorded }) {
      const action = await existingAction(service, params.id!);
      await recorded(
        (tx) => repeatBulkAction(tx, action),
        (orders) => ({ subject: action.id, after: { kind: action.kind, orders } }),
      );
      return reportAnswer(service, action, now);
    },
  }),
  operation({
    id: "bulkActions.calls",
    method: "GET",
    path: "/bulk-actions/{id}/calls",
    summary: "List telephone numbers of guests without an e-mail, with what to say. The audit log records each view",
    roles: orderRoles,
    response: BulkCalls,
    async run({ service, params, audit }) {
      const action = await existingAction(service, params.id!);
      const answer = await callsAnswer(service, action);
      await audit({ subject: action.id, after: { calls: answer.calls.length } }, service.db);
      return answer;
    },
  }),
  operation({
    id: "bulkActions.toCall",
    method: "GET",
    path: "/guests-to-call",
    summary: "List actions on coming events that leave guests to call. Guests who were called do not count",
    roles: orderRoles,
    response: listSchema(ActionToCallAnswer),
    async run({ service, now }) {
      const data = await actionsToCall(service.db, now);
      return { data, total: data.length };
    },
  }),
  operation({
    id: "bulkActions.called",
    method: "POST",
    path: "/bulk-actions/{id}/called",
    summary: "Record that a guest was told by telephone, or remove the record. The audit log keeps who and when",
    roles: orderRoles,
    body: Type.Object({
      orderId: Type.String({ format: "uuid" }),
      called: Type.Boolean({ description: "False: remove the record." }),
    }),
    response: BulkReport,
    async run({ service, params, body, operator, now, change }) {
      const action = await existingAction(service, params.id!);
      const order = requireRecord(await orderById(service.db, body.orderId.toLowerCase()), "order");
      const entry = { subject: orderReference(order), after: { action: action.id, called: body.called } };
      await change(entry, async (tx) => {
        const called = body.called ? { at: now, by: operator.email } : null;
        if (!(await recordCall(tx, { actionId: action.id, orderId: order.id }, called)))
          throw notFound("The action has no finished order with this id.");
      });
      return reportAnswer(service, action, now);
    },
  }),
  operation({
    id: "events.close",
    method: "POST",
    path: "/events/{id}/close",
    summary: "End the sale of an event. Its orders stay, and open holds can still be booked",
    roles: ["owner", "catalogue", "orders"],
    async run(call) {
      const event = await existingEvent(call.service, call.params.id!, call.now);
      await closing(call, event, async () => {});
    },
  }),
];

/** Refuses an action without the fields that its kind needs, or with an invalid letter. */
function checkStart({ kind, refund, letters = {} }: Started): void {
  const problems = Object.entries(letters).flatMap(([lang, letter]) =>
    letterProblems(letter).map(({ field, detail }) => ({ pointer: `/letters/${lang}/${field}`, detail })),
  );
  if (kind === "cancel" && !refund) problems.push({ pointer: "/refund", detail: "It is missing." });
  if (kind === "tell" && Object.keys(letters).length === 0)
    problems.push({ pointer: "/letters", detail: "A letter is missing." });
  if (problems.length > 0) throw invalidFields(problems);
}

/** Finds the event to which the action moves orders. Returns null for other actions. */
async function targetOf(
  service: Service,
  { id }: DayEventLine,
  { kind, targetId }: Pick<Wished, "kind" | "targetId">,
  now: Date,
): Promise<DayEventLine | null> {
  if (targetId === undefined) return null;
  if (kind !== "move") throw invalidFields([{ pointer: "/targetId", detail: "Only a move has a target." }]);
  if (targetId.toLowerCase() === id) throw invalidFields([{ pointer: "/targetId", detail: "It is the event itself." }]);
  return readEvent(service, targetId, now);
}

/** Returns the existing action, if this request repeats the request that started it. Otherwise throws a 409. */
function sameAction(known: BulkAction, event: DayEventLine, { kind }: Started): BulkAction {
  if (known.eventId === event.id && known.kind === kind) return known;
  throw conflict("action-id-taken", "Another action has this id. Start again.");
}

function actionOf({ body, operator, lang, now }: AdminCall<unknown, Started>, event: DayEventLine): BulkAction {
  const { id, kind, targetId, refund, reason = "", letters } = body;
  const content = {
    lang,
    eventOn: event.eventOn,
    reason: reason.trim(),
    ...(targetId && { targetId: targetId.toLowerCase() }),
    ...(kind === "cancel" && refund && { refund }),
    ...(letters && { letters }),
  };
  return { id: id.toLowerCase(), kind, eventId: event.id, content, createdAt: now, createdBy: operator.email };
}

/**
 * Writes the action. With `close`, the same transaction ends the event's sale and its holds, so that the action misses no
 * order.
 */
async function startAction(call: AdminCall<unknown, Started>, event: DayEventLine, action: BulkAction): Promise<void> {
  const { body, audit, service, now } = call;
  const isOver = body.close || event.setting !== "available";
  const write = async (tx: Tx) => {
    // A hold that is booked later would become an order of an event that does not take place.
    if (body.kind !== "tell" && isOver && body.orderIds === undefined) await expireHolds(tx, event.id, now);
    const orders = await concernedOrders(tx, event.id, body.orderIds ?? null, maxBulkOrders);
    if (digestOfOrders(orders) !== body.digest) throw changedMeanwhile();
    const ids = orders.map(({ id }) => id);
    // If two requests with this id run at the same time, the second request finds the action of the first.
    if (!(await insertBulkAction(tx, action, ids))) return;
    const { letters, ...content } = action.content;
    const after = { kind: action.kind, ...content, told: letters !== undefined, orders: orders.map(orderReference) };
    await audit({ subject: subjectOf(event), after }, tx);
  };
  // Releasing a hold locks the hold and the event in the other order.
  await repeatAfterDeadlock(() =>
    body.close && event.setting === "available" ? closing(call, event, write) : service.db.transaction().execute(write),
  );
}

const subjectOf = ({ product, item, eventOn }: DayEventLine): string => `${product} ${item} ${eventOn.slice(0, 16)}`;

/** Ends the sale of an event. `also` runs in the same transaction, after buyers of the last seats have committed. */
async function closing(
  call: Pick<AdminCall<unknown, unknown>, "service" | "operator" | "now" | "audit">,
  event: DayEventLine,
  also: (tx: Tx) => Promise<void>,
): Promise<void> {
  const selection = { events: [{ item: event.item, eventOn: event.eventOn.slice(0, 16) }] };
  await runCatalogueEdit({ ...call, query: {} }, async (tx) => {
    const [row] = await loadSources(tx, [event.productId]);
    const { product } = changeEvents(
      requireRecord(row, "product").source,
      selection,
      { availability: "black-out" },
      call.now,
    );
    return {
      file: { products: [product] },
      written: also,
      record: (changes, tx) =>
        call.audit({ subject: subjectOf(event), after: { availability: "black-out", ...auditSummary(changes) } }, tx),
    };
  });
}
