import { orderReference } from "@paseo/contract/order-reference";
import Type from "typebox";
import { hasBegun, type MarkedAttendance, markNoShow } from "../../domain/visits/attendance.ts";
import { doorEvents } from "../../domain/visits/door-events.ts";
import { doorHours, readCode } from "../../domain/visits/scanned-code.ts";
import { forgetAttendance, recordAttendance } from "../../store/sale/attendance.ts";
import { orderById } from "../../store/sale/orders.ts";
import { conflict, notFound } from "../../web/problems.ts";
import { eventSubject } from "../event-subject.ts";
import { existingEvent } from "../events-by-id.ts";
import { ofOrder, operation, orderRoles } from "../operation.ts";
import { existingOrder, orderDetailsOf } from "../orders/order-details.ts";
import { OrderDetails } from "../orders/order-shapes.ts";
import { doorRoles } from "./voucher-operations.ts";

/** No-shows: what operators say of an order, and of an event's list. */

const noShow = Type.Boolean({ description: "True: guests who were not admitted did not come. False: they came." });

export const attendanceOperations = [
  operation({
    id: "orders.markNoShow",
    method: "POST",
    path: "/orders/{id}/no-show",
    summary: "Say that an order's absent guests are no-shows, or that they came, once the event has begun",
    roles: orderRoles,
    body: Type.Object({ noShow }),
    response: OrderDetails,
    async run({ service, params, body, operator, now, lang, change }) {
      const row = await existingOrder(service, params.id!);
      await change({ ...ofOrder(row), after: body }, async (tx) =>
        required(await markNoShow(tx, row.id, { ...body, now, by: operator.email })),
      );
      return orderDetailsOf(service, await existingOrder(service, row.id), lang);
    },
  }),
  operation({
    id: "events.closeAttendance",
    method: "POST",
    path: "/events/{id}/attendance",
    summary:
      "Close the list of an event, so that guests who were not admitted are no-shows after its end, or reopen it",
    roles: orderRoles,
    body: Type.Object({ closed: Type.Boolean() }),
    async run({ service, params, body, operator, now, change }) {
      const event = await existingEvent(service, params.id!, now);
      if (!hasBegun(event, now)) throw notBegun();
      await change({ subject: eventSubject([event]), after: body }, async (tx) => {
        if (body.closed) await recordAttendance(tx, { eventId: event.id, at: now, by: operator.email, closed: true });
        else await forgetAttendance(tx, event.id);
      });
    },
  }),
  operation({
    id: "door.markNoShow",
    method: "POST",
    path: "/door/no-shows",
    summary: "Say at the door that a party is a no-show, or that it came, once the event has begun",
    roles: doorRoles,
    body: Type.Object({
      code: Type.String({ minLength: 1, maxLength: 300, description: "As in `vouchers.redeem`, or of `door.find`." }),
      noShow,
    }),
    async run({ service, body, operator, now, count, recorded }) {
      const meant = await readCode(service.db, body.code);
      const order = meant && (await orderById(service.db, meant.orderId));
      const { sandbox } = service.config;
      const events = await doorEvents(service.db, { now, sandbox, door: doorHours(service.config) });
      if (!order || !events.some(({ id }) => id === order.eventId)) {
        count(service.doorGuesses, operator.id);
        throw notFound("The door has no such guest now.");
      }
      await recorded(
        async (tx) => required(await markNoShow(tx, order.id, { noShow: body.noShow, now, by: operator.email })),
        () => ({ subject: orderReference(order), orders: [order.id], after: { noShow: body.noShow } }),
      );
    },
  }),
];

const notBegun = () => conflict("event-not-begun", "The event has not begun: nobody can be a no-show yet.");

function required(marked: MarkedAttendance): void {
  if (marked === "not-begun") throw notBegun();
  if (marked === "not-confirmed") throw conflict("status-changed", "The order is not confirmed.");
  if (marked === "no-order") throw notFound("There is no such order.");
}
