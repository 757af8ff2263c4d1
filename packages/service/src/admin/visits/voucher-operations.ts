import { isRandomNumber, parsedReference } from "@paseo/contract/order-reference";
import Type from "typebox";
import { ToCollect } from "../../domain/money/to-collect.ts";
import { AdmissionIdTaken, redeemVoucher, undoAdmission, undoSeconds } from "../../domain/visits/admission.ts";
import { operatorDoorName } from "../../domain/visits/device-list.ts";
import { isHandle } from "../../domain/visits/handles.ts";
import { auditOutcome, doorHours, nameAtDoor, redeemResults } from "../../domain/visits/scanned-code.ts";
import { instant, nullable } from "../../records/schemas.ts";
import type { Db } from "../../store/database/database.ts";
import type { Role } from "../../store/operators/operators.ts";
import { isEventOfGuide } from "../../store/resources/guides.ts";
import { doorNames } from "../../store/visits/door-events.ts";
import { conflict, notFound, ProblemError } from "../../web/problems.ts";
import { isUuid } from "../../web/query.ts";
import { type AdminCall, officeRoles, operation } from "../operation.ts";

/** Check-in: checks codes, admits people, and undoes admissions. */

const uuid = { format: "uuid" };
export const codeField = Type.String({
  minLength: 1,
  maxLength: 300,
  description:
    "The content of a QR code, a short code as it is printed or typed, or the order's reference. The roles `door` and `guide` may send the reference of an event that the door serves now.",
});
const Voucher = Type.Object({
  code: codeField,
  eventId: Type.Optional(
    Type.String({
      ...uuid,
      description: "The event at this door. Without it: any event of now. The role `guide` must send an own event.",
    }),
  ),
});
const RedeemedVoucher = Type.Object({
  ...Voucher.properties,
  overrideReason: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: "\\S",
      description:
        "Redeems the voucher outside the accepted time, or at another event. Recorded in the order's timeline and the audit log. Not for the roles `door` and `guide`.",
    }),
  ),
  admissionId: Type.Optional(
    Type.String({
      ...uuid,
      description: "A new id. The same admission sent again is stored once, and has the same answer.",
    }),
  ),
  device: Type.Optional(Type.String({ maxLength: 60, description: "The device's name for itself." })),
  unpaid: Type.Optional(
    Type.Boolean({
      description: "True: admits although something is to be collected. Otherwise the result is `to-collect`.",
    }),
  ),
});
const Admitted = Type.Object({ at: instant, by: Type.String(), device: Type.String() });
const Redemption = Type.Object({
  result: Type.Enum([...redeemResults]),
  people: Type.Integer({ description: "People who are admitted, or would be." }),
  admission: nullable(
    Type.Object({ id: Type.String(), undoSeconds: Type.Integer({ description: "How long it can be undone." }) }),
  ),
  voucher: nullable(
    Type.Object({
      orderId: nullable(Type.String(), "Null for the roles `door` and `guide`, which read no orders."),
      reference: nullable(Type.String(), "Null for the roles `door` and `guide`, if they found the guest by name."),
      leadName: nullable(Type.String(), "First name and initial."),
      productName: Type.String(),
      itemName: Type.String(),
      venue: Type.String(),
      eventOn: Type.String({ description: "Local date and time at the location." }),
      tickets: Type.Array(Type.Object({ code: Type.String(), quantity: Type.Integer() })),
      toCollect: nullable(ToCollect, "Null: nothing is to be collected from the guest."),
      passes: Type.Array(
        Type.Object({
          ticketCode: nullable(Type.String(), "Of one person; null: the whole party."),
          people: Type.Integer(),
          admitted: nullable(Admitted),
        }),
      ),
      redeemedAt: nullable(instant),
      redeemedBy: nullable(Type.String()),
      accepted: Type.Object(
        { from: nullable(instant), until: instant },
        { description: "The time in which the door accepts the voucher." },
      ),
      early: Type.Boolean({ description: "Whether it is too early, by the service's clock." }),
    }),
  ),
});

/** The roles that may admit the guests of any event. */
export const doorRoles = ["owner", "orders", "door"] as const;
/** The role `guide` may admit the guests of events that take this guide. */
export const admittingRoles = [...doorRoles, "guide"] as const;

export const voucherOperations = [
  operation({
    id: "vouchers.check",
    method: "POST",
    path: "/vouchers/check",
    summary: "Check whether a code is valid now, without admitting anyone",
    roles: doorRoles,
    body: Voucher,
    response: Redemption,
    async run(call) {
      call.count(call.service.doorGuesses, call.operator.id);
      const checked = await call.recorded((tx) => answer(call, { ...call.body, by: null }, tx), noteOf);
      return checked.answer;
    },
  }),
  operation({
    id: "vouchers.redeem",
    method: "POST",
    path: "/vouchers/redeem",
    summary: "Admit the people of a code once; with a reason, also at another time or event",
    roles: admittingRoles,
    body: RedeemedVoucher,
    response: Redemption,
    async run(call) {
      const { overrideReason = null } = call.body;
      const { role } = call.operator;
      if (overrideReason !== null && !readsOrders(role))
        throw new ProblemError(403, "role-forbidden", `The role ${role} may not admit people at another time.`);
      if (role === "guide") await requireOwnEvent(call, call.body.eventId);
      const given = { ...call.body, by: call.operator.email, override: overrideReason };
      const guess = () => call.count(call.service.doorGuesses, call.operator.id);
      const reference = parsedReference(given.code);
      // References of older releases are consecutive numbers.
      const canBeGuessed = reference !== null && !isRandomNumber(reference.number);
      if (canBeGuessed) guess();
      const redeemed = await call.recorded((tx) => answer(call, given, tx), noteOf).catch(idTaken);
      // The call is counted after the look-up, so that the limit never refuses an existing voucher.
      if (!canBeGuessed && redeemed.answer.result === "unknown") guess();
      return redeemed.answer;
    },
  }),
  operation({
    id: "vouchers.undo",
    method: "POST",
    path: "/vouchers/undo",
    summary: "Undo one's own admission within a minute",
    roles: admittingRoles,
    body: Type.Object({ admissionId: Type.String(uuid) }),
    response: Type.Object({ people: Type.Integer() }),
    async run({ now, operator, body, recorded }) {
      const { people } = await recorded(
        async (tx) => {
          const undone = await undoAdmission(tx, body.admissionId, { now, by: operator.email });
          if (undone === null) throw notFound("You have no such admission.");
          if (undone === "late")
            throw conflict("undo-too-late", `An admission can be undone within ${undoSeconds} seconds.`);
          return undone;
        },
        ({ reference, people }) => ({ subject: reference, after: { people } }),
      );
      return { people };
    },
  }),
];

/** Throws a 404 unless the event takes the signed-in guide. A guide admits only guests of such events. */
export async function requireOwnEvent(
  { service, operator }: Pick<AdminCall<unknown, unknown>, "service" | "operator">,
  eventId = "",
): Promise<void> {
  if (!isUuid(eventId) || !(await isEventOfGuide(service.db, eventId, operator.resourceId!)))
    throw notFound("You have no such event.");
}

/** Roles that read the orders of every day. */
export const readsOrders = (role: Role): boolean => (officeRoles as readonly Role[]).includes(role);

function idTaken(error: unknown): never {
  if (error instanceof AdmissionIdTaken) throw conflict("admission-id-taken", "The id belongs to another admission.");
  throw error;
}

const noteOf = ({ answer: { result }, subject, overridden, overrideReason }: Awaited<ReturnType<typeof answer>>) => ({
  subject,
  outcome: auditOutcome(result),
  after: { result, ...(overridden && { overridden, overrideReason }) },
});

async function answer(
  { service, now, operator }: AdminCall<unknown, unknown>,
  given: {
    code: string;
    by: string | null;
    override?: string | null;
    eventId?: string;
    admissionId?: string;
    device?: string;
    unpaid?: boolean;
  },
  db: Db,
) {
  const { code, by, override = null, eventId, admissionId, device, unpaid = false } = given;
  const found = await redeemVoucher(db, code, {
    now,
    by,
    override,
    sandbox: service.config.sandbox,
    door: doorHours(service.config),
    readsOrders: readsOrders(operator.role),
    event: eventId ?? null,
    unpaid,
    ...(admissionId && { id: admissionId }),
    ...(device && { device }),
  });
  const { result, people, order, voucher, accepted } = found;
  const admission = found.admission && { id: found.admission, undoSeconds };
  const subject = voucher?.content.reference ?? "unknown voucher";
  const note = { subject, overridden: found.overridden, overrideReason: override };
  if (operator.role === "guide" && order && order.eventId !== eventId)
    return { answer: { result: "other-event" as const, people: 0, admission: null, voucher: null }, ...note };
  if (!order || !voucher || !accepted) return { answer: { result, people, admission, voucher: null }, ...note };
  // Only roles of the office see e-mail addresses.
  const named = (by: string) => (readsOrders(operator.role) ? by : operatorDoorName(by));
  const { reference, venue, eventOn, tickets } = voucher.content;
  const { productName, itemName } = await doorNames(db, order.id);
  const redeemed = found.earlier ?? { at: voucher.redeemedAt, by: voucher.redeemedBy };
  const shown = {
    orderId: readsOrders(operator.role) ? order.id : null,
    reference: isHandle(code) && !readsOrders(operator.role) ? null : reference,
    leadName: nameAtDoor(order),
    productName,
    itemName,
    venue,
    eventOn,
    tickets,
    toCollect: found.toCollect,
    passes: found.passes.map(({ ticketCode, people, admitted }) => ({
      ticketCode,
      people,
      admitted: admitted && { ...admitted, by: named(admitted.by) },
    })),
    redeemedAt: redeemed.at,
    redeemedBy: redeemed.by && named(redeemed.by),
    accepted,
    early: accepted.from !== null && now < accepted.from,
  };
  return { answer: { result, people, admission, voucher: shown }, ...note };
}
