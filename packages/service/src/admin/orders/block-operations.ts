import Type from "typebox";
import { blockSeats, changeBlock, releaseBlock } from "../../domain/booking/blocks.ts";
import { deskPartner } from "../../domain/booking/desk-sales.ts";
import { returnExpiredSeats } from "../../domain/orders/expired-holds.ts";
import { instantOf, localTime, localTimeAt, localTimeProblems, msPerDay } from "../../domain/selling/dates.ts";
import { Revision } from "../../records/schemas.ts";
import type { Service } from "../../service.ts";
import { type BlockFields, type BlockRow, blockById, blockFields, openBlocks } from "../../store/booking/blocks.ts";
import type { Db } from "../../store/database/database.ts";
import { homeZone } from "../../store/operators/home.ts";
import { nullIfNoSeats } from "../../store/sale/orders.ts";
import { conflict } from "../../web/problems.ts";
import { isUuid } from "../../web/query.ts";
import { invalidFields } from "../editing/changing.ts";
import { eventSubject } from "../event-subject.ts";
import { existingEvent } from "../events-by-id.ts";
import { listSchema, officeRoles, operation, orderRoles, requireRecord } from "../operation.ts";
import { changedMeanwhile } from "../operators/operator-problems.ts";

/** Blocks of seats for groups, until their day of release. */

export const Block = Type.Object({
  ...blockFields,
  release: Type.String({ description: "When the seats come back, in the store's time zone." }),
});

/** Returns the open blocks, with their release in the store's time zone. */
export async function listedBlocks(db: Db, filter: Parameters<typeof openBlocks>[1]) {
  const zone = await homeZone(db);
  return (await openBlocks(db, filter)).map((block) => shown(block, zone));
}

const shown = (block: BlockRow, zone: string) => ({
  ...block,
  release: localTimeAt(block.releaseAt, zone).slice(0, 16),
});

const Given = {
  name: Type.String({ minLength: 1, maxLength: 200, pattern: "\\S", description: "Of the group." }),
  contact: Type.Optional(Type.String({ maxLength: 300, default: "", description: "Who speaks for the group." })),
  note: Type.Optional(Type.String({ maxLength: 1000, default: "" })),
  seats: Type.Integer({ minimum: 1, maximum: 10_000 }),
  release: Type.String({
    pattern: "^\\d{4}-\\d\\d-\\d\\dT([01]\\d|2[0-3]):[0-5]\\d$",
    description:
      "When the seats come back: `yyyy-MM-ddTHH:mm` in the store's time zone, at the latest at the start of the event.",
  }),
};
type GivenBlock = { name: string; contact?: string; note?: string; seats: number; release: string };

export const blockOperations = [
  operation({
    id: "blocks.list",
    method: "GET",
    path: "/blocks",
    summary: "List the seats that are blocked for groups, the next release first",
    roles: officeRoles,
    query: Type.Object({
      eventId: Type.Optional(Type.String({ format: "uuid" })),
      releaseWithinDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 366 })),
    }),
    response: listSchema(Block),
    async run({ service, query: { eventId, releaseWithinDays: days }, now }) {
      const releasedBefore = days === undefined ? undefined : new Date(now.getTime() + days * msPerDay);
      const data = await listedBlocks(service.db, { eventId: eventId?.toLowerCase(), releasedBefore });
      return { data, total: data.length };
    },
  }),
  operation({
    id: "blocks.create",
    method: "POST",
    path: "/events/{id}/blocks",
    summary: "Block seats of an event for a group until a day of release",
    roles: orderRoles,
    body: Type.Object(Given),
    response: Block,
    async run({ service, params, body, operator, lang, recorded, now }) {
      const eventId = params.id!.toLowerCase();
      const fields = await fieldsOf(service, eventId, body, now);
      await returnExpiredSeats(service.db, { eventId }, now);
      const given = { ...fields, eventId, lang, by: operator.email };
      const block = await withSeats(
        recorded(async (tx) => blockSeats(tx, { ...given, partnerId: await deskPartner(tx, lang) }, now), noteOf),
      );
      return shown(block, await homeZone(service.db));
    },
  }),
  operation({
    id: "blocks.update",
    method: "PUT",
    path: "/blocks/{id}",
    summary: "Change a block: its group, its seats or its day of release",
    roles: orderRoles,
    body: Type.Object({ ...Given, revision: Revision }),
    response: Block,
    async run({ service, params, body: { revision, ...body }, recorded, now }) {
      const before = await existing(service, params.id!);
      const fields = await fieldsOf(service, before.eventId, body, now);
      await returnExpiredSeats(service.db, before, now);
      const changed = await withSeats(
        recorded(
          async (tx) => {
            const after = await changeBlock(tx, before, { ...fields, revision }, now);
            if (!after) throw changedMeanwhile();
            return after;
          },
          (after) => ({ ...noteOf(after), before: noteOf(before).after }),
        ),
      );
      return shown(changed, await homeZone(service.db));
    },
  }),
  operation({
    id: "blocks.release",
    method: "DELETE",
    path: "/blocks/{id}",
    summary: "Release the seats of a block at once",
    roles: orderRoles,
    async run({ service, params, change, now }) {
      const block = await existing(service, params.id!);
      await change({ subject: noteOf(block).subject, before: noteOf(block).after }, async (tx) => {
        if (!(await releaseBlock(tx, block, now))) requireRecord(null, "block");
      });
    },
  }),
];

const existing = async ({ db }: Service, id: string): Promise<BlockRow> =>
  requireRecord(isUuid(id) ? await blockById(db, id) : null, "block");

/** Checks the day of release, which must not be after the event's start. */
async function fieldsOf(service: Service, eventId: string, given: GivenBlock, now: Date): Promise<BlockFields> {
  const event = await existingEvent(service, eventId, now);
  const { name, contact = "", note = "", seats, release } = given;
  const wrong = (detail: string) => invalidFields([{ pointer: "/release", detail }]);
  const zone = await homeZone(service.db);
  if (Number.isNaN(Date.parse(`${release}Z`))) throw wrong("There is no such day.");
  const [fault] = localTimeProblems([`${release}:00`], zone);
  if (fault !== undefined) throw wrong(fault);
  const releaseAt = instantOf(localTime(`${release}:00`), zone);
  if (releaseAt <= now) throw wrong("It is past.");
  if (releaseAt > event.startsAt) throw wrong("It is after the start of the event.");
  return { name: name.trim(), contact: contact.trim(), note: note.trim(), seats, releaseAt };
}

/** Returns the audit entry of a block. It omits the name and the contact, because the audit log is stored longer than personal data. */
const noteOf = ({ productName, eventOn, seats, releaseAt }: BlockRow) => ({
  subject: eventSubject([{ productName, eventOn }]),
  after: { seats, releaseAt },
});

async function withSeats<T>(placing: Promise<T>): Promise<T> {
  const placed = await placing.catch(nullIfNoSeats);
  if (placed === null) throw conflict("too-few-seats", "The event has too few free seats, or is not on sale.");
  return placed;
}
