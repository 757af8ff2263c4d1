import Type from "typebox";
import { replayCallback } from "../../domain/callbacks/callbacks.ts";
import { addressProblem } from "../../domain/callbacks/catalog-address.ts";
import { nullable, text } from "../../records/schemas.ts";
import { callbackFilter, callbackLines, callbackSorts, listCallbacks } from "../../store/callbacks/callback-list.ts";
import { CallbackAttempt } from "../../store/callbacks/callbacks.ts";
import {
  CatalogAddress,
  catalogAddress,
  removeCatalogAddress,
  setCatalogAddress,
} from "../../store/partners/catalog-address.ts";
import { partnerRecord } from "../../store/partners/partner-list.ts";
import { lockPartner, setPartnerSwitches } from "../../store/partners/partners.ts";
import { CallLimit } from "../../web/call-limit.ts";
import { badRequest } from "../../web/problems.ts";
import { isUuid } from "../../web/query.ts";
import { CallbackLineShape, checkPeriod, shownCallback } from "../dispatch/callback-operations.ts";
import { type AdminCall, listOperation, operation, requireRecord } from "../operation.ts";
import { ownPartner, ownRoles } from "./own-partner.ts";

/** Messages to the signed-in person's partner: callbacks about its orders, the switch for changes, and the address for the catalogue. */

const { partner: _partner, ...filter } = callbackFilter;
const { partner: _name, ...lineFields } = CallbackLineShape.properties;

/** Replays of one partner, which call its endpoint at once. */
const replays = new CallLimit("own-replays", 60, 600_000);

const Shown = Type.Object({ address: nullable(CatalogAddress) });

export const ownCallbackOperations = [
  listOperation({
    id: "own.callbacks",
    path: "/own/callbacks",
    summary: "List the callbacks to the own partner, the newest first",
    roles: ownRoles,
    sorts: callbackSorts,
    filter,
    record: Type.Object(lineFields),
    async rows(call, given, page) {
      checkPeriod(given);
      const { id: partnerId } = await ownPartner(call);
      const { rows, total } = await callbackLines(call.service.db, { ...given, partnerId }, page);
      return { rows: rows.map(ownLine), total };
    },
  }),
  operation({
    id: "own.callback",
    method: "GET",
    path: "/own/callbacks/{id}",
    summary: "Read a callback to the own partner with its body, its attempts and their answers",
    roles: ownRoles,
    response: Type.Object({
      ...lineFields,
      url: text,
      body: Type.String({ description: "The JSON body as sent." }),
      log: Type.Array(CallbackAttempt),
    }),
    async run(call) {
      const { callback, line } = await ownCallback(call);
      return { ...line, url: callback.url, body: callback.body, log: callback.log };
    },
  }),
  operation({
    id: "own.replayCallback",
    method: "POST",
    path: "/own/callbacks/{id}/replay",
    summary: "Send a callback to the own partner again with the same id and body, in any state",
    roles: ownRoles,
    response: Type.Object({ outcome: text, httpStatus: nullable(Type.Integer()), ms: Type.Integer(), answer: text }),
    async run(call) {
      const { callback, line } = await ownCallback(call);
      call.count(replays, callback.partnerId);
      // The audit entry is written before the request is sent, since a request cannot be undone.
      await call.note({ subject: line.reference, orders: [callback.orderId], after: { delivery: callback.id } });
      const { outcome, httpStatus, ms, answer } = await replayCallback(call.service.callbackDispatcher, callback);
      return { outcome, httpStatus, ms, answer };
    },
  }),
  operation({
    id: "own.setNotifications",
    method: "PUT",
    path: "/own/notifications",
    summary: "Choose whether the own partner gets callbacks about changes to its orders",
    roles: ownRoles,
    body: Type.Object({ notifyChanges: Type.Boolean() }),
    response: Type.Object({ notifyChanges: Type.Boolean() }),
    async run(call) {
      const { notifyChanges } = call.body;
      const { id, externalId: subject } = await ownPartner(call);
      await call.recorded(
        async (tx) => {
          await lockPartner(tx, subject);
          const before = (await partnerRecord(tx, { id }))!;
          await setPartnerSwitches(tx, id, { ...before, notifyChanges });
          return before;
        },
        (before) => ({ subject, before: { notifyChanges: before.notifyChanges }, after: { notifyChanges } }),
      );
      return { notifyChanges };
    },
  }),
  operation({
    id: "own.catalogAddress",
    method: "GET",
    path: "/own/catalog-address",
    summary:
      "Read the own partner's address for messages about the catalogue, and the last attempt; null if there is none",
    roles: ownRoles,
    response: Shown,
    async run(call) {
      const { id } = await ownPartner(call);
      return { address: await catalogAddress(call.service.db, id) };
    },
  }),
  operation({
    id: "own.setCatalogAddress",
    method: "PUT",
    path: "/own/catalog-address",
    summary: "Register the own partner's address. A message follows each later change of the catalogue",
    roles: ownRoles,
    body: Type.Object({ url: Type.String({ minLength: 1, maxLength: 256 }) }),
    response: Shown,
    async run(call) {
      const { service, body, change } = call;
      const { id, externalId: subject } = await ownPartner(call);
      const fault = await addressProblem(body.url, service.config.callbackAllowPrivate);
      if (fault !== null) throw badRequest("invalid-field", fault.detail, [{ pointer: "/url", ...fault }]);
      const before = await catalogAddress(service.db, id);
      await change({ subject, ...(before && { before: { url: before.url } }), after: { url: body.url } }, (tx) =>
        setCatalogAddress(tx, id, body.url),
      );
      return { address: await catalogAddress(service.db, id) };
    },
  }),
  operation({
    id: "own.removeCatalogAddress",
    method: "DELETE",
    path: "/own/catalog-address",
    summary: "Remove the own partner's address: no more messages about the catalogue are sent",
    roles: ownRoles,
    async run(call) {
      const { id, externalId: subject } = await ownPartner(call);
      const before = requireRecord(await catalogAddress(call.service.db, id), "address");
      await call.change({ subject, before: { url: before.url } }, (tx) => removeCatalogAddress(tx, id));
    },
  }),
];

const ownLine = (row: Parameters<typeof shownCallback>[0]) => {
  const { partner: _partner, ...line } = shownCallback(row);
  return line;
};

async function ownCallback(call: Pick<AdminCall<unknown, unknown>, "service" | "operator" | "params">) {
  const { db } = call.service;
  const { id: partnerId } = await ownPartner(call);
  const id = call.params.id!;
  const [found] = isUuid(id) ? await listCallbacks(db, { id, partnerId }, 1) : [];
  const callback = requireRecord(found, "callback");
  const [row] = (await callbackLines(db, { id: callback.id, partnerId }, { offset: 0, limit: 1 })).rows;
  return { callback, line: ownLine(requireRecord(row, "callback")) };
}
