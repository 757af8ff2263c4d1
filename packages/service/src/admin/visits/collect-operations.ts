import { orderReference } from "@paseo/contract/order-reference";
import Type from "typebox";
import { ToCollect, toCollectOfOrder } from "../../domain/money/to-collect.ts";
import { orderToPay, takenAt } from "../../domain/visits/collect.ts";
import { isHandle } from "../../domain/visits/handles.ts";
import { doorHours } from "../../domain/visits/scanned-code.ts";
import { decimal, givenInstant, nullable } from "../../records/schemas.ts";
import { operation } from "../operation.ts";
import { recordPayment, takenFields } from "../orders/account-operations.ts";
import { admittingRoles, codeField, readsOrders, requireOwnEvent } from "./voucher-operations.ts";

/** Payments that people take at the door and guides take on the tour. docs/decisions/0072-what-is-to-be-collected.md */

export const collectOperations = [
  operation({
    id: "door.collect",
    method: "POST",
    path: "/door/payments",
    summary:
      "Record what a guest paid at the door or to the guide, at most the balance. A repeated request records nothing",
    roles: admittingRoles,
    body: Type.Object({
      ...takenFields,
      code: codeField,
      eventId: Type.Optional(
        Type.String({
          format: "uuid",
          description: "The event at this door. Without it: any event. The role `guide` must send an own event.",
        }),
      ),
      device: Type.Optional(Type.String({ maxLength: 60, description: "The device's name for itself." })),
      takenAt: Type.Optional(
        Type.String({
          ...givenInstant,
          description:
            "When the device took the money without network. Then a payment beyond the balance is no error: it settles the balance, and the answer has the rest.",
        }),
      ),
    }),
    response: Type.Object({
      result: Type.Enum(["recorded", "unknown"], { description: "`unknown`: the door knows no such order." }),
      recorded: nullable(decimal, "What settles the balance, in the store's currency."),
      tooMuch: nullable(decimal, "What was taken beyond the balance, to be given back."),
      reference: nullable(Type.String(), "Null for the roles `door` and `guide`, if they found the guest by name."),
      toCollect: nullable(ToCollect, "What is still to be collected."),
    }),
    async run(call) {
      const { service, operator, now, body, count, recorded } = call;
      const { id, amount, method, received, code, eventId = null, device, takenAt: given } = body;
      if (operator.role === "guide") await requireOwnEvent(call, body.eventId);
      const { sandbox } = service.config;
      const readsAll = readsOrders(operator.role);
      const reading = { now, sandbox, door: doorHours(service.config), readsOrders: readsAll, eventId };
      const at = takenAt(given, now);
      const made = await recorded(
        async (tx) => {
          const order = await orderToPay(tx, code, reading);
          if (!order) return { result: "unknown" as const, order, recorded: null, tooMuch: null, toCollect: null };
          const payment = { id, amount, method, received, note: null, recordedBy: operator.email };
          const isTaken = given !== undefined;
          const paid = await recordPayment(tx, order.id, payment, { now: at, pointer: "/amount", isTaken });
          return { result: "recorded" as const, order, ...paid, toCollect: await toCollectOfOrder(tx, order.id) };
        },
        ({ result, order, recorded: settled, tooMuch }) => ({
          subject: order ? orderReference(order) : "unknown voucher",
          ...(order && { orders: [order.id] }),
          outcome: result === "recorded" ? "done" : "refused",
          after: { amount, method, ...(received && { received }), settled, tooMuch, ...(device && { device }) },
        }),
      );
      const { order, ...answer } = made;
      if (!order) count(service.doorGuesses, operator.id);
      const isHidden = order === null || (isHandle(code) && !readsAll);
      return { ...answer, reference: isHidden ? null : orderReference(order) };
    },
  }),
];
