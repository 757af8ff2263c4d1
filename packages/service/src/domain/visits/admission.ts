import { randomUUID } from "node:crypto";
import { orderReference } from "@paseo/contract/order-reference";
import { type Db, inTransaction, type Tx } from "../../store/database/database.ts";
import { forgetUndoneAttendance, recordAttendance } from "../../store/sale/attendance.ts";
import type { OrderRow } from "../../store/sale/orders.ts";
import { lockOrder } from "../../store/sale/orders.ts";
import { addToTimeline } from "../../store/sale/timeline.ts";
import {
  type AdmissionRow,
  admissionRows,
  type ConflictKind,
  insertAdmissions,
  markAdmissionUndone,
  writeFirstAdmission,
} from "../../store/visits/admissions.ts";
import { type VoucherRow, voucherOf } from "../../store/visits/vouchers.ts";
import { type ToCollect, toCollectOfOrder } from "../money/to-collect.ts";
import type { DoorHours, DoorTimes } from "../selling/lead-time.ts";
import {
  hasValidVoucher,
  type LockedDoorOrder,
  type PassState,
  passesWithAdmissions,
  type ReadCode,
  type RedeemResult,
  readCode,
  readOrderAtDoor,
  redeemResultOf,
} from "./scanned-code.ts";
import type { StoredVoucherContent } from "./vouchers.ts";

/** Admits people once, undoes an admission, and stores admissions that a device made without network. */

export interface RedemptionResult {
  result: RedeemResult;
  order: OrderRow | null;
  /** Null: the code is unknown, or its order has no voucher yet. */
  voucher: VoucherRow<StoredVoucherContent> | null;
  /** When the door accepts the voucher; null when no voucher was found. */
  accepted: DoorTimes | null;
  /** The verdict that an operator overrode. */
  overridden: "wrong-day" | "other-event" | null;
  /** All passes of the order. */
  passes: PassState[];
  /** People whom this scan admits, or would admit. */
  people: number;
  /** An earlier admission of the scanned code. */
  earlier: PassState["admitted"];
  /** The id of the admission, with which it can be undone. Null: nobody was admitted. */
  admission: string | null;
  /** What is to be collected from the guest. Null: nothing, or the code is unknown. */
  toCollect: ToCollect | null;
}

interface AtTheDoor {
  now: Date;
  /** The operator who admits. Null: the request only checks the code. */
  by: string | null;
  sandbox: boolean;
  door: DoorHours;
  /**
   * Whether the operator may read any order. Otherwise a reference is accepted only for an event that the door serves
   * now.
   */
  readsOrders?: boolean;
  /** The event at this door. Null: the door accepts every current event. */
  event?: string | null;
  /** Reason for admission at another time or to another event. The reason overrides no other verdict. */
  override?: string | null;
  /** The id that the device chose, so that the same admission is stored once. */
  id?: string;
  device?: string;
  /** Admits although something is to be collected on arrival. */
  unpaid?: boolean;
}

const unknown: RedemptionResult = {
  result: "unknown",
  order: null,
  voucher: null,
  accepted: null,
  overridden: null,
  passes: [],
  people: 0,
  earlier: null,
  admission: null,
  toCollect: null,
};

/**
 * Checks a code at the door, and admits when `by` names an operator. A code of a person admits that person; a voucher's address, its
 * code and the order's reference admit the people of the party who are not inside. An order that is being cancelled counts as `cancelled`.
 * Vouchers of test orders are valid in a sandbox only.
 */
export async function redeemVoucher(db: Db, code: string, at: AtTheDoor): Promise<RedemptionResult> {
  const meant = await readCode(db, code);
  if (!meant) return unknown;
  return inTransaction(db, async (tx) => {
    const reading = await readOrderAtDoor(tx, meant, at);
    if ("result" in reading) return { ...unknown, ...reading };
    const toCollect = hasValidVoucher(reading) ? await toCollectOfOrder(tx, reading.order.id) : null;
    const outcome = (...given: Parameters<typeof outcomeOf>) => ({ ...outcomeOf(...given), toCollect });
    const repeated = at.id === undefined ? [] : await admissionRows(tx, at.id);
    if (repeated.length > 0) {
      if (!isSameAdmission(repeated, meant)) throw new AdmissionIdTaken();
      return { ...outcome(reading, "valid", repeated), admission: at.id! };
    }
    // A cancelled order has no newer voucher.
    if (meant.isReplaced) return outcome(reading, hasValidVoucher(reading) ? "replaced" : "cancelled", []);
    const chosen = reading.passes.filter(({ n }) => meant.n === null || n === meant.n);
    const open = chosen.filter(({ admitted }) => admitted === null);
    const verdict = redeemResultOf(reading, open, at);
    const mayOverride = at.by !== null && (at.override ?? null) !== null;
    const overridden = mayOverride && (verdict === "wrong-day" || verdict === "other-event") ? verdict : null;
    if (verdict !== "valid" && !overridden) return outcome(reading, verdict, chosen);
    if (toCollect?.onArrival && !at.unpaid) return outcome(reading, "to-collect", open);
    if (at.by === null) return outcome(reading, "valid", open);
    const id = at.id ?? randomUUID();
    await admit(tx, reading, open, {
      id,
      by: at.by,
      device: at.device ?? "",
      at: at.now,
      receivedAt: at.now,
      offline: false,
      message: overridden ? at.override! : null,
    });
    const after = await passesWithAdmissions(tx, reading.order.id);
    const { redeemedAt, redeemedBy } = (await voucherOf<StoredVoucherContent>(tx, reading.order.id))!;
    const voucher = { ...reading.voucher, redeemedAt, redeemedBy };
    return { ...outcome({ ...reading, voucher, passes: after }, "valid", open), overridden, admission: id };
  });
}

/** The id belongs to an admission of other people. */
export class AdmissionIdTaken extends Error {
  override name = "AdmissionIdTaken";
}

/**
 * Whether stored rows are the admission of this code. `numbers`: the numbers of the passes, if the device sent them.
 */
function isSameAdmission(rows: readonly AdmissionRow[], meant: ReadCode, numbers?: readonly number[]): boolean {
  const wanted = meant.n === null ? (numbers ?? []) : [meant.n];
  return (
    rows.every(({ orderId }) => orderId === meant.orderId) &&
    // An order that was amended since has other passes.
    (meant.isReplaced || wanted.every((n) => rows.some((row) => row.n === n)))
  );
}

const peopleOf = (parts: readonly { people: number }[]): number => parts.reduce((sum, { people }) => sum + people, 0);

const outcomeOf = (
  reading: LockedDoorOrder,
  result: RedeemResult,
  chosen: readonly { people: number; admitted?: PassState["admitted"] }[],
): RedemptionResult => ({
  ...reading,
  result,
  people: peopleOf(chosen),
  earlier: chosen.find(({ admitted }) => admitted)?.admitted ?? null,
  overridden: null,
  admission: null,
  toCollect: null,
});

async function admit(
  tx: Tx,
  { order }: LockedDoorOrder,
  passes: PassState[],
  {
    message,
    ...given
  }: Pick<AdmissionRow, "id" | "by" | "device" | "at" | "receivedAt" | "offline"> & {
    message: string | null;
  },
): Promise<void> {
  const rows = passes.map(({ n, people }) => ({ ...given, orderId: order.id, n, people, conflict: null }));
  await writeAdmissions(tx, order, rows);
  await addToTimeline(tx, order.id, { at: given.at, kind: "redeemed", actor: "operator", operator: given.by, message });
}

/** Writes admissions of an order. From the first admission on, the attendance of its event is known. */
async function writeAdmissions(
  tx: Tx,
  { id, eventId, test }: OrderRow,
  rows: Parameters<typeof insertAdmissions>[1],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  await insertAdmissions(tx, rows);
  await writeFirstAdmission(tx, id);
  if (!test) await recordAttendance(tx, { eventId, at: first.at, by: first.by, closed: false });
}

/** How long an admission can be undone. */
export const undoSeconds = 60;

/**
 * The order of the undone admission. `late`: the admission is older than a minute. Null: this operator admitted nobody
 * under this id.
 */
export async function undoAdmission(
  db: Db,
  id: string,
  { now, by }: { now: Date; by: string },
): Promise<{ reference: string; people: number } | "late" | null> {
  const [first] = await admissionRows(db, id);
  if (!first || first.by !== by) return null;
  return inTransaction(db, async (tx) => {
    const order = (await lockOrder(tx, first.orderId))!;
    const rows = (await admissionRows(tx, id)).filter(({ undoneAt }) => undoneAt === null);
    const answer = { reference: orderReference(order), people: peopleOf(rows) };
    if (rows.length === 0) return answer;
    if (now.getTime() - first.receivedAt.getTime() > undoSeconds * 1000) return "late";
    await markAdmissionUndone(tx, id, now);
    await writeFirstAdmission(tx, order.id);
    await forgetUndoneAttendance(tx, order.eventId);
    await addToTimeline(tx, order.id, { at: now, kind: "admission-undone", actor: "operator", operator: by });
    return answer;
  });
}

/** An admission that a device made without network. */
interface OfflineAdmission {
  id: string;
  code: string;
  /** Numbers of the admitted passes. If missing, all passes of the code. */
  passes?: number[] | undefined;
  /** The time by the device's clock. */
  at: Date;
}

interface MergedAdmission {
  /** `id-taken`: an admission of other people has the id, and nothing was stored. */
  result: "merged" | "unknown" | "id-taken";
  /** Why the people should not have been admitted. Null: there is no conflict. */
  conflict: ConflictKind | null;
  reference: string | null;
}

/**
 * Stores an admission that a device made without network, whatever is known by now, because the people are inside.
 * People who should not have been admitted are reported as a conflict. The same id is stored once.
 */
export async function mergeAdmission(
  db: Db,
  { id, code, passes: numbers, at: given }: OfflineAdmission,
  {
    now,
    by,
    device,
    sandbox,
    door,
    eventId = null,
  }: { now: Date; by: string; device: string; sandbox: boolean; door: DoorHours; eventId?: string | null },
): Promise<MergedAdmission> {
  const none: MergedAdmission = { result: "unknown", conflict: null, reference: null };
  const meant = await readCode(db, code);
  // The device's list contains no references.
  if (!meant || meant.isReference) return none;
  // A device's clock can be wrong.
  const at = new Date(Math.min(given.getTime(), now.getTime()));
  return inTransaction(db, async (tx) => {
    const reading = await readOrderAtDoor(tx, meant, { now, sandbox, door });
    if ("result" in reading) return none;
    const { order } = reading;
    if (eventId !== null && order.eventId !== eventId) return none;
    const reference = orderReference(order);
    const merged = (rows: readonly Pick<AdmissionRow, "conflict">[]): MergedAdmission => ({
      result: "merged",
      conflict: rows.find(({ conflict }) => conflict !== null)?.conflict ?? null,
      reference,
    });
    const known = await admissionRows(tx, id);
    if (known.length > 0)
      return isSameAdmission(known, meant, numbers) ? merged(known) : { ...none, result: "id-taken" };
    const listed = reading.passes.filter(({ n }) => (meant.n ?? n) === n && (numbers?.includes(n) ?? true));
    // After an amendment the order may have fewer passes.
    const chosen = listed.length === 0 && meant.isReplaced ? reading.passes.slice(-1) : listed;
    if (chosen.length === 0) return none;
    // The device's list contains no test orders.
    if (redeemResultOf(reading, chosen, { now: at, sandbox }) === "test-order") return none;
    const rows = chosen.map((pass) => {
      const verdict = redeemResultOf(reading, pass.admitted ? [] : [pass], { now: at, sandbox });
      const allowed = verdict === "valid" ? null : (verdict as ConflictKind);
      const conflict = meant.isReplaced && hasValidVoucher(reading) ? "replaced" : allowed;
      return {
        id,
        orderId: order.id,
        n: pass.n,
        people: pass.people,
        at,
        receivedAt: now,
        by,
        device,
        offline: true,
        conflict,
      };
    });
    await writeAdmissions(tx, order, rows);
    const { conflict } = merged(rows);
    const kind = conflict === null ? "redeemed" : "admission-conflict";
    await addToTimeline(tx, order.id, { at: now, kind, actor: "operator", operator: by, why: conflict });
    return merged(rows);
  });
}
