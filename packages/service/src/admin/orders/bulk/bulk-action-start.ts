import { orderReference } from "@paseo/contract/order-reference";
import Type from "typebox";
import { maxBulkOrders } from "../../../domain/bulk/preview.ts";
import { changeEvents } from "../../../domain/editing/bulk-changes.ts";
import { letterProblems } from "../../../domain/letters/bulk-letters.ts";
import type { Service } from "../../../service.ts";
import { type BulkAction, concernedOrders, insertBulkAction, ordersSince } from "../../../store/bulk/bulk-actions.ts";
import type { Tx } from "../../../store/database/database.ts";
import { repeatAfterConflict } from "../../../store/database/faults.ts";
import { loadSources } from "../../../store/editing/product-sources.ts";
import { expireHolds } from "../../../store/orders/holds.ts";
import type { DayEventLine } from "../../../store/visits/day-events.ts";
import { refusal } from "../../../texts/field-refusals.ts";
import { conflict } from "../../../web/problems.ts";
import { auditSummary, invalidFields, runCatalogueEdit } from "../../editing/changing.ts";
import { eventSubject } from "../../event-subject.ts";
import { readEvent, readEvents } from "../../events-by-id.ts";
import { type AdminCall, requireRecord } from "../../operation.ts";
import { changedMeanwhile } from "../../operators/operator-problems.ts";
import { bulkStartFields, bulkWishFields } from "./bulk-action-shapes.ts";

/** The start of a bulk action: its checks, its rows, and the end of the events' sale. */

export const StartBody = Type.Object({ ...bulkWishFields, ...bulkStartFields });
type Started = Type.Static<typeof StartBody>;

/** Refuses an action without the fields that its kind needs, or with an invalid letter. */
export function requireStartable({ kind, refund, letters = {} }: Started): void {
  const problems = Object.entries(letters).flatMap(([lang, letter]) =>
    letterProblems(letter).map(({ field, ...problem }) => ({ pointer: `/letters/${lang}/${field}`, ...problem })),
  );
  if (kind === "cancel" && !refund) problems.push({ pointer: "/refund", ...refusal("missing") });
  if (kind === "inform" && Object.keys(letters).length === 0)
    problems.push({ pointer: "/letters", ...refusal("letter-missing") });
  if (problems.length > 0) throw invalidFields(problems);
}

/** Finds the events to which the action moves orders, by event id. Returns none for other actions. */
export async function findTargets(
  service: Service,
  { kind, eventIds, targetId, targets }: Pick<Started, "kind" | "eventIds" | "targetId" | "targets">,
  now: Date,
): Promise<Map<string, DayEventLine>> {
  if (targets) return findEachTarget(service, { kind, eventIds, targets }, now);
  if (targetId === undefined) return new Map();
  if (kind !== "move") throw invalidFields([{ pointer: "/targetId", ...refusal("only-move-has-target") }]);
  if (eventIds.length > 1) throw invalidFields([{ pointer: "/eventIds", ...refusal("move-needs-one-event") }]);
  if (eventIds.some((id) => id.toLowerCase() === targetId.toLowerCase()))
    throw invalidFields([{ pointer: "/targetId", ...refusal("same-event") }]);
  const target = await readEvent(service, targetId, now);
  return new Map(target ? [[eventIds[0]!.toLowerCase(), target]] : []);
}

async function findEachTarget(
  service: Service,
  { kind, eventIds, targets }: Pick<Started, "kind" | "eventIds"> & { targets: NonNullable<Started["targets"]> },
  now: Date,
): Promise<Map<string, DayEventLine>> {
  if (kind !== "move") throw invalidFields([{ pointer: "/targets", ...refusal("only-move-has-target") }]);
  const events = new Map((await readEvents(service, targets.map(lowerTarget), now)).map((event) => [event.id, event]));
  const found = new Map<string, DayEventLine>();
  for (const [n, one] of targets.entries()) {
    const target = events.get(lowerTarget(one));
    if (!target) throw invalidFields([{ pointer: `/targets/${n}/targetId`, ...refusal("no-such-event") }]);
    if (target.id === one.eventId.toLowerCase())
      throw invalidFields([{ pointer: `/targets/${n}/targetId`, ...refusal("same-event") }]);
    found.set(one.eventId.toLowerCase(), target);
  }
  if (eventIds.some((id) => !found.has(id.toLowerCase())))
    throw invalidFields([{ pointer: "/targets", ...refusal("missing") }]);
  return found;
}

const lowerTarget = ({ targetId }: { targetId: string }): string => targetId.toLowerCase();

/** Returns the existing action, if this request repeats the request that started it. Otherwise throws a 409. */
export function requireSameAction(known: BulkAction, { kind, eventIds }: Started): BulkAction {
  const ids = new Set(eventIds.map((id) => id.toLowerCase()));
  const hasSameEvents = known.events.length === ids.size && known.events.every(({ id }) => ids.has(id));
  if (hasSameEvents && known.kind === kind) return known;
  throw conflict("action-id-taken", "Another action has this id. Start again.");
}

export function newAction(
  { body, operator, lang, now }: AdminCall<unknown, Started>,
  events: DayEventLine[],
): BulkAction {
  const { id, kind, targetId, targets, refund, reason = "", close, letters, news } = body;
  const content = {
    lang,
    reason: reason.trim(),
    ...(targets
      ? { targets: Object.fromEntries(targets.map((one) => [one.eventId.toLowerCase(), lowerTarget(one)])) }
      : targetId && { targetId: targetId.toLowerCase() }),
    ...(kind === "cancel" && refund && { refund }),
    ...(close && { closed: true as const }),
    ...(letters && { letters }),
    ...(kind === "inform" && news && { news }),
  };
  const acted = events.map(({ id, eventOn }) => ({ id, eventOn }));
  return { id: id.toLowerCase(), kind, events: acted, content, createdAt: now, createdBy: operator.email };
}

/**
 * Writes the action. With `close`, the same transaction ends the sale of the events and their holds, so that the action misses no
 * order.
 */
export async function startAction(
  call: AdminCall<unknown, Started>,
  events: readonly DayEventLine[],
  action: BulkAction,
): Promise<void> {
  const { body, audit, service, now } = call;
  const onSale = events.filter(({ setting }) => setting === "available");
  const ended = body.close ? events : events.filter(({ setting }) => setting !== "available");
  const writes = await service.mail.isSet();
  const write = async (tx: Tx) => {
    // A hold that is booked later would become an order of an event that does not take place.
    if (body.kind !== "inform" && body.orderIds === undefined)
      for (const id of idsOf(ended).sort()) await expireHolds(tx, id, now);
    const orders = await concernedOrders(tx, idsOf(events), body.orderIds ?? null, maxBulkOrders);
    const later = ordersSince(orders, body.digest);
    if (later === null || (later.length > 0 && !takesLaterOrders(body))) throw changedMeanwhile();
    const added = later.length > 0 && { later: later.map(({ id }) => id) };
    // If two requests with this id run at the same time, the second request finds the action of the first.
    if (!(await insertBulkAction(tx, { ...action, content: { ...action.content, ...added } }, orders, { writes })))
      return;
    const { letters, ...content } = action.content;
    const named = { orders: orders.map(orderReference), ...(added && { later: later.map(orderReference) }) };
    const after = { kind: action.kind, ...content, informed: letters !== undefined, ...named };
    await audit({ subject: eventSubject(events), orders: orders.map(({ id }) => id), after }, tx);
  };
  // Releasing a hold locks the hold and the event in the other order.
  await repeatAfterConflict(() =>
    body.close && onSale.length > 0 ? closeEvents(call, onSale, write) : service.db.transaction().execute(write),
  );
}

/** An event that sells gets orders after each preview. A cancellation that ends the sale includes them. */
const takesLaterOrders = ({ kind, close, orderIds }: Started): boolean =>
  kind === "cancel" && close === true && orderIds === undefined;

export const idsOf = (events: readonly Pick<DayEventLine, "id">[]): string[] => events.map(({ id }) => id);

/** Ends the sale of events. `written` runs in the same transaction, after buyers of the last seats have committed. */
export async function closeEvents(
  call: Pick<AdminCall<unknown, unknown>, "service" | "operator" | "now" | "auditEntry">,
  events: readonly DayEventLine[],
  written: (tx: Tx) => Promise<void>,
): Promise<void> {
  const byProduct = Map.groupBy(events, ({ productId }) => productId);
  await runCatalogueEdit({ ...call, query: {} }, async (tx) => {
    const sources = await loadSources(tx, [...byProduct.keys()]);
    const products = [...byProduct].map(([productId, some]) => {
      const { source } = requireRecord(sources.find(({ id }) => id === productId) ?? null, "product");
      const selection = { events: some.map(({ item, eventOn }) => ({ item, eventOn: eventOn.slice(0, 16) })) };
      return changeEvents(source, selection, { availability: "black-out" }, call.now).product;
    });
    return {
      file: { products },
      written,
      record: (changes, tx) =>
        call.auditEntry(
          { subject: eventSubject(events), after: { availability: "black-out", ...auditSummary(changes) } },
          tx,
        ),
    };
  });
}
