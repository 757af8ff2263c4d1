import { orderReference } from "@paseo/contract/order-reference";
import Type from "typebox";
import { replayCallback } from "../../domain/callbacks/callbacks.ts";
import { maxReplayedCallbacks, replayCallbackRange } from "../../domain/callbacks/replay.ts";
import { givenInstant, nullable, text } from "../../records/schemas.ts";
import type { Service } from "../../service.ts";
import {
  type CallbackLine,
  callbackFields,
  callbackFilter,
  callbackLines,
  callbackSorts,
  callbacksToReplay,
  countCallbacks,
  listCallbacks,
} from "../../store/callbacks/callback-list.ts";
import { CallbackAttempt } from "../../store/callbacks/callbacks.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { conflict } from "../../web/problems.ts";
import { isUuid } from "../../web/query.ts";
import { invalidFields } from "../editing/changing.ts";
import { listOperation, officeRoles, operation, requireRecord } from "../operation.ts";

/** Callbacks of all partners with their attempts, and replays. */

export const CallbackLineShape = Type.Object({
  reference: Type.String({ description: "Reference of the order." }),
  ...callbackFields,
});

const callbackRoles = ["owner", "orders"] as const;

export const callbackOperations = [
  listOperation({
    id: "callbacks.list",
    path: "/callbacks",
    summary: "List callbacks, newest first",
    sorts: callbackSorts,
    filter: callbackFilter,
    record: CallbackLineShape,
    async rows({ service }, filter, page) {
      checkPeriod(filter);
      const { rows, total } = await callbackLines(service.db, filter, page);
      return { rows: rows.map(shownCallback), total };
    },
  }),
  operation({
    id: "callbacks.show",
    method: "GET",
    path: "/callbacks/{id}",
    summary: "Read a callback with its body, its attempts and their answers",
    roles: officeRoles,
    response: Type.Object({
      ...CallbackLineShape.properties,
      url: text,
      body: Type.String({ description: "The JSON body as sent." }),
      log: Type.Array(CallbackAttempt),
    }),
    run: async ({ service, params }) => detailsOf(service, params.id!),
  }),
  operation({
    id: "callbacks.replay",
    method: "POST",
    path: "/callbacks/{id}/replay",
    summary: "Send a callback again with the same id and body, in any state",
    roles: callbackRoles,
    response: Type.Object({ outcome: text, httpStatus: nullable(Type.Integer()), ms: Type.Integer(), answer: text }),
    async run({ service, params, note }) {
      const { callback, reference } = await existing(service, params.id!);
      // The audit entry is written before the request is sent, since a request cannot be undone. The callback's log has
      // the result.
      await note({ subject: reference, after: { delivery: callback.id } });
      const { outcome, httpStatus, ms, answer } = await replayCallback(service.callbackDispatcher, callback);
      return { outcome, httpStatus, ms, answer };
    },
  }),
  operation({
    id: "callbacks.replayRange",
    method: "POST",
    path: "/callbacks/replay",
    summary: `Resend all matching callbacks, oldest first, at most ${maxReplayedCallbacks}; callbacks.list counts them`,
    roles: callbackRoles,
    body: Type.Object({ ...callbackFilter, from: givenInstant }),
    response: Type.Object({
      sent: Type.Integer(),
      received: Type.Integer({ description: "Answered with 2xx." }),
      skipped: Type.Integer({ description: "Not sent, because the partner's endpoint did not answer." }),
    }),
    async run({ service, body, note }) {
      checkPeriod(body);
      const range = await callbacksToReplay(service.db, body, maxReplayedCallbacks + 1);
      if (range.length === 0) throw conflict("nothing-matches", "There are no such callbacks.");
      if (range.length > maxReplayedCallbacks) {
        const count = await countCallbacks(service.db, body);
        throw conflict(
          "too-many",
          `These are ${count} callbacks; at most ${maxReplayedCallbacks} are sent again at once.`,
        );
      }
      // The audit entry is written before the requests are sent, as for a single replay.
      const subject = body.partner ?? "all partners";
      await note({ subject, after: { ...body, callbacks: range.length } });
      return replayCallbackRange(service.callbackDispatcher, range);
    },
  }),
];

/** Refuses impossible periods. A leap second or an unusual suffix passes the schema but is not a valid Date. */
export function checkPeriod(given: { from?: string; to?: string }): void {
  const [from, to] = (["from", "to"] as const).map((pointer) => {
    const at = given[pointer] === undefined ? undefined : new Date(given[pointer]);
    const year = at?.getUTCFullYear() ?? 1900;
    if (!(year >= 1900 && year <= 9999)) throw invalidFields([{ pointer, ...refusal("no-such-instant") }]);
    return at;
  });
  if (from && to && from >= to) throw invalidFields([{ pointer: "to", ...refusal("not-after-from") }]);
}

export function shownCallback({ number, lang, ...row }: CallbackLine) {
  return { reference: orderReference({ number, lang, test: row.test }), ...row };
}

async function existing({ db }: Service, id: string) {
  const [callback] = isUuid(id) ? await listCallbacks(db, { id }, 1) : [];
  const { id: known } = requireRecord(callback, "callback");
  const line = (await callbackLines(db, { id: known }, { offset: 0, limit: 1 })).rows[0]!;
  return { callback: callback!, line, reference: orderReference(line) };
}

async function detailsOf(service: Service, id: string) {
  const { callback, line } = await existing(service, id);
  return { ...shownCallback(line), url: callback.url, body: callback.body, log: callback.log };
}
