import { blockSeats } from "../../domain/booking/blocks.ts";
import { deskPartner, placeSale, quoteSale } from "../../domain/booking/desk-sales.ts";
import { msPerDay } from "../../domain/selling/dates.ts";
import { readBookableEvents } from "../../store/catalogue/event-sales.ts";
import { contextAt, demoCall, demoOperatorEmail, type Seeding } from "./place-orders.ts";
import type { DemoEvent } from "./plan.ts";

/** Groups: a school has bought seats of its block, and an association still has to. */

const school = {
  name: "Colegio Jardín Azul",
  contact: "secretaria@jardinazul.example.com, +34 600 00 0155",
  note: "Dos profesores. Llegan en autobús.",
  seats: 26,
};
const association = {
  name: "Asociación Amigos del Compás",
  contact: "viajes@compas.example.com, +34 600 00 0166",
  note: "Confirman el número antes del fin de semana.",
  seats: 18,
};

export async function sellToDemoGroups({ tx, now, newId }: Seeding, events: readonly DemoEvent[], today: string) {
  const later = events.filter(
    ({ item, eventOn }) => item.externalId.startsWith("mad-musical") && eventOn.slice(0, 10) > today,
  );
  const ids = later.map(({ item, eventOn }) => newId(`event ${item.externalId} ${eventOn}`));
  const roomy = (await readBookableEvents(tx, ids))
    .filter(({ capacityLeft, ticketRules }) => (capacityLeft ?? 0) >= school.seats && ticketRules.length === 2)
    .sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime());
  const partnerId = await deskPartner(tx, "es");
  const block = (group: typeof school, eventId: string, ago: number, days: number) =>
    blockSeats(
      tx,
      {
        ...group,
        partnerId,
        eventId,
        lang: "es",
        by: demoOperatorEmail,
        releaseAt: new Date(now.getTime() + days * msPerDay),
      },
      new Date(now.getTime() - ago * msPerDay),
    );
  const [first, second] = [roomy[0], roomy.at(-1)];
  if (!first || !second || first === second) return;
  await block(association, second.id, 2, 4);
  const blocked = await block(school, first.id, 6, 3);
  const at = new Date(now.getTime() - 5 * msPerDay);
  const tickets = [
    { code: "ADULT", quantity: 2 },
    { code: "CHILD", quantity: 22 },
  ];
  const selection = { eventId: first.id, tickets, prices: [], block: blocked };
  const { total } = await quoteSale(tx, selection, { lang: "es", now: at });
  const dueOn = first.eventOn.slice(0, 10);
  const placed = await placeSale(
    contextAt(tx, at),
    {
      ...selection,
      ...{ id: newId("order school"), lang: "es", name: school.name, lastName: "", answers: [], totalUsd: total!.usd },
      ...{ email: "secretaria@jardinazul.example.com", phoneNumber: "+34 600 00 0155", ownAnswersLater: false },
      payment: { method: "account", note: "", reason: "", dueOn },
      group: { blockId: blocked.id, revision: blocked.revision, rest: "release", namesLater: true },
    },
    { ...demoCall, lang: "es", now: at, by: demoOperatorEmail, record: async () => {} },
  );
  if (placed.outcome !== "placed") throw new Error(`the group's order was not placed: ${JSON.stringify(placed)}`);
}
