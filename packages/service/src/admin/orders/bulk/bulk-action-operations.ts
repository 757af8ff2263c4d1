import Type from "typebox";
import { previewBulkAction } from "../../../domain/bulk/preview.ts";
import { bulkPlaceholders } from "../../../domain/letters/bulk-letters.ts";
import type { Service } from "../../../service.ts";
import {
  actionsToCall,
  type BulkAction,
  bulkActionById,
  bulkActionsOf,
  recordCall,
  repeatBulkAction,
} from "../../../store/bulk/bulk-actions.ts";
import { orderById } from "../../../store/sale/orders.ts";
import { notFound } from "../../../web/problems.ts";
import { isUuid } from "../../../web/query.ts";
import { eventSubject } from "../../event-subject.ts";
import { existingEvent } from "../../events-by-id.ts";
import { listSchema, officeRoles, ofOrder, operation, orderRoles, requireRecord } from "../../operation.ts";
import { callsAnswer, eventsOf, existingEvents, previewAnswer, reportAnswer } from "./bulk-action-answers.ts";
import {
  ActionToCallAnswer,
  BulkCalls,
  BulkPreviewAnswer,
  BulkReport,
  BulkSummaryAnswer,
  bulkWishFields,
} from "./bulk-action-shapes.ts";
import {
  closeEvents,
  findTargets,
  idsOf,
  newAction,
  requireSameAction,
  requireStartable,
  StartBody,
  startAction,
} from "./bulk-action-start.ts";

/** Operations on bulk actions. An operator previews an action and starts it; a job then processes each order. */

const existingAction = async ({ db }: Service, id: string): Promise<BulkAction> =>
  requireRecord(isUuid(id) ? await bulkActionById(db, id) : null, "bulk action");

export const bulkActionOperations = [
  operation({
    id: "bulkActions.preview",
    method: "POST",
    path: "/bulk-actions/preview",
    summary: "Preview an action on the orders of one event or several, with its letters. Nothing changes",
    roles: orderRoles,
    body: Type.Object(bulkWishFields),
    response: BulkPreviewAnswer,
    async run({ service, body, lang, now }) {
      const { kind, orderIds = null, reason = "", letters = {}, news } = body;
      const events = await existingEvents(service, body.eventIds, now);
      const targets = await findTargets(service, body, now);
      const quoteMinutes = service.config.changeQuoteMinutes;
      // The preview says of an unknown target why no order can move to it.
      const ids = new Map(body.targetId === undefined ? [] : [[body.eventIds[0]!.toLowerCase(), body.targetId]]);
      for (const [eventId, { id }] of targets) ids.set(eventId, id);
      const wish = { kind, eventIds: idsOf(events), orderIds, targets: ids };
      const preview = await previewBulkAction(service.db, wish, { lang, now, quoteMinutes });
      const answer = await previewAnswer(service, preview, {
        ...{ kind, events, reason, letters, news },
        target: targets.size === 1 ? [...targets.values()][0]! : null,
      });
      return { ...answer, placeholders: [...bulkPlaceholders] };
    },
  }),
  operation({
    id: "bulkActions.start",
    method: "POST",
    path: "/bulk-actions",
    summary:
      "Start a previewed action: move or cancel the orders of events, or write to their guests. A job processes each order",
    roles: orderRoles,
    body: StartBody,
    response: BulkReport,
    async run(call) {
      const { service, body, now } = call;
      const known = await bulkActionById(service.db, body.id);
      if (known) return reportAnswer(service, requireSameAction(known, body), now);
      const events = await existingEvents(service, body.eventIds, now);
      requireStartable(body);
      const targets = await findTargets(service, body, now);
      if (body.kind === "move" && targets.size === 0) requireRecord(null, "target event");
      const action = newAction(call, events);
      await startAction(call, events, action);
      return reportAnswer(service, (await bulkActionById(service.db, action.id)) ?? action, now);
    },
  }),
  operation({
    id: "bulkActions.list",
    method: "GET",
    path: "/events/{id}/bulk-actions",
    summary: "List the actions on the orders of an event, the newest first. The numbers are of all orders of an action",
    roles: officeRoles,
    response: listSchema(BulkSummaryAnswer),
    async run({ service, params, now }) {
      const event = await existingEvent(service, params.id!, now);
      const rows = await bulkActionsOf(service.db, event.id, 100);
      return { data: rows.map(({ events: _e, content: _c, ...row }) => row), total: rows.length };
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
      const subject = eventSubject(await eventsOf(service, action, now));
      const writes = await service.mail.isSet();
      await recorded(
        (tx) => repeatBulkAction(tx, action, { writes }),
        (orders) => ({ subject, after: { kind: action.kind, orders } }),
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
    async run({ service, params, now, note }) {
      const action = await existingAction(service, params.id!);
      const answer = await callsAnswer(service, action);
      const subject = eventSubject(await eventsOf(service, action, now));
      await note({ subject, after: { calls: answer.calls.length } });
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
    summary: "Record that a guest was told, or remove the record. The audit log keeps who and when",
    roles: orderRoles,
    body: Type.Object({
      orderId: Type.String({ format: "uuid" }),
      called: Type.Boolean({ description: "False: remove the record." }),
    }),
    response: BulkReport,
    async run({ service, params, body, operator, now, change }) {
      const action = await existingAction(service, params.id!);
      const order = requireRecord(await orderById(service.db, body.orderId.toLowerCase()), "order");
      const entry = { ...ofOrder(order), after: { action: action.id, called: body.called } };
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
      await closeEvents(call, [event], async () => {});
    },
  }),
];
