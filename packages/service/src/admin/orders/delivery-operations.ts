import { orderStatuses } from "@paseo/contract";
import Type from "typebox";
import { replayCallback } from "../../domain/orders/callbacks/callbacks.ts";
import { mostReplayed, replayRange } from "../../domain/orders/callbacks/replay.ts";
import { orderReference } from "../../domain/orders/order-content.ts";
import { conflict } from "../../http/problems.ts";
import type { Service } from "../../service.ts";
import { listCallbacks } from "../../store/orders/callbacks.ts";
import {
  countDeliveries,
  type DeliveryFilter,
  type DeliveryLine,
  deliveriesToReplay,
  deliverySorts,
  listDeliveries,
} from "../../store/orders/delivery-list.ts";
import { invalid } from "../editing/changing.ts";
import { everyRole, found, isUuid, listing, operation } from "../operation.ts";
import { instant, nullable, optionalText, text } from "../schemas.ts";
import { CallbackAttempt } from "./order-shapes.ts";

/** Callbacks of all partners with their attempts, and replays. */

const states = ["waiting", "delivered", "given-up", "stopped"] as const;

const delivery = {
  id: text,
  orderId: text,
  reference: Type.String({ description: "The order's." }),
  externalReference: nullable(text),
  partner: Type.String({ description: "The partner's external id." }),
  test: Type.Boolean(),
  sequence: Type.Integer({ description: "1, 2, 3 … of its order." }),
  status: Type.Enum([...orderStatuses]),
  state: Type.Enum([...states]),
  attempts: Type.Integer({ description: "Replays not counted." }),
  createdAt: instant,
  nextAt: nullable(instant),
  settledAt: nullable(instant),
  outcome: nullable(Type.String({ description: "Of the newest attempt: `answered`, or why there was no answer." })),
  httpStatus: nullable(Type.Integer({ description: "Of the newest attempt." })),
};

const filterFields = {
  partner: optionalText(128, "The partner's external id."),
  state: Type.Optional(Type.Enum([...states])),
  test: Type.Optional(Type.Boolean()),
  orderId: Type.Optional(Type.String({ format: "uuid" })),
  q: optionalText(128, "The order's reference, or the partner's."),
  from: Type.Optional(instant),
  to: Type.Optional(instant),
  httpStatus: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 599,
      description: "That an attempt was answered with; 0: an attempt that was not answered.",
    }),
  ),
};

const deliveryRoles = ["owner", "orders"] as const;

export const deliveryOperations = [
  listing({
    id: "deliveries.list",
    path: "/deliveries",
    summary: "Callbacks, the newest first",
    sorts: deliverySorts,
    filter: filterFields,
    record: Type.Object(delivery),
    async rows({ service }, filter, page) {
      const { rows, total } = await listDeliveries(service.db, filterOf(filter), page);
      return { rows: rows.map(shown), total };
    },
  }),
  operation({
    id: "deliveries.show",
    method: "GET",
    path: "/deliveries/{id}",
    summary: "One callback with its body, its attempts and their answers",
    roles: everyRole,
    response: Type.Object({
      ...delivery,
      url: text,
      body: Type.String({ description: "As it is sent, JSON." }),
      log: Type.Array(CallbackAttempt),
    }),
    run: async ({ service, params }) => detailsOf(service, params.id!),
  }),
  operation({
    id: "deliveries.replay",
    method: "POST",
    path: "/deliveries/{id}/replay",
    summary: "Send one callback again: the same id and body, whatever became of it",
    roles: deliveryRoles,
    response: Type.Object({ outcome: text, httpStatus: nullable(Type.Integer()), ms: Type.Integer(), answer: text }),
    async run({ service, params, audit }) {
      const { callback, reference } = await existing(service, params.id!);
      // Recorded before it is sent, since a request cannot be undone. The callback's log has the result.
      await audit({ subject: reference, after: { delivery: callback.id } }, service.db);
      const { outcome, httpStatus, ms, answer } = await replayCallback(service.callbackDispatcher, callback);
      return { outcome, httpStatus, ms, answer };
    },
  }),
  operation({
    id: "deliveries.replayRange",
    method: "POST",
    path: "/deliveries/replay",
    summary: `Resend all matching callbacks, oldest first, at most ${mostReplayed}; deliveries.list counts them`,
    roles: deliveryRoles,
    body: Type.Object({ ...filterFields, from: instant }),
    response: Type.Object({
      sent: Type.Integer(),
      received: Type.Integer({ description: "Answered with 2xx." }),
      skipped: Type.Integer({ description: "Not sent, because the partner's endpoint did not answer." }),
    }),
    async run({ service, body, audit }) {
      const filter = filterOf(body);
      const range = await deliveriesToReplay(service.db, filter, mostReplayed + 1);
      if (range.length === 0) throw conflict("nothing-matches", "There are no such callbacks.");
      if (range.length > mostReplayed) {
        const count = await countDeliveries(service.db, filter);
        throw conflict("too-many", `These are ${count} callbacks; at most ${mostReplayed} are sent again at once.`);
      }
      // Before they are sent, as one is.
      const subject = body.partner ?? "all partners";
      await audit({ subject, after: { ...body, callbacks: range.length } }, service.db);
      return replayRange(service.callbackDispatcher, range);
    },
  }),
];

/** Converts the filter. A leap second or an unusual suffix passes the schema but is no valid Date. */
function filterOf<F extends { from?: string; to?: string }>(given: F): Omit<F, "from" | "to"> & DeliveryFilter {
  const date = (pointer: "from" | "to"): Date | undefined => {
    const text = given[pointer];
    if (text === undefined) return undefined;
    const at = new Date(text);
    const year = at.getUTCFullYear();
    if (!(year >= 1900 && year <= 9999)) throw invalid([{ pointer, detail: "There is no such instant." }]);
    return at;
  };
  const [from, to] = [date("from"), date("to")];
  if (from && to && from >= to) throw invalid([{ pointer: "to", detail: "It is not after `from`." }]);
  return { ...given, from, to };
}

function shown({ number, lang, ...row }: DeliveryLine) {
  return { ...row, reference: orderReference(number, lang, row.test) };
}

async function existing({ db }: Service, id: string) {
  const [callback] = isUuid(id) ? await listCallbacks(db, { id }, 1) : [];
  const { id: known } = found(callback, "callback");
  const line = (await listDeliveries(db, { id: known }, { offset: 0, limit: 1 })).rows[0]!;
  return { callback: callback!, line, reference: orderReference(line.number, line.lang, line.test) };
}

async function detailsOf(service: Service, id: string) {
  const { callback, line } = await existing(service, id);
  return { ...shown(line), url: callback.url, body: callback.body, log: callback.log };
}
