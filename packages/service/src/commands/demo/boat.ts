import Big from "big.js";
import { addMoneyToTimeline } from "../../admin/orders/amounts.ts";
import { deskPartner, placeSale, quoteSale } from "../../domain/booking/desk-sales.ts";
import { storeCurrency } from "../../domain/money/store-currency.ts";
import { toCollectOf } from "../../domain/money/to-collect.ts";
import { readBookableEvents } from "../../store/catalogue/event-sales.ts";
import { balanceOf, insertAccountPayment } from "../../store/money/account.ts";
import { manifestOrders } from "../../store/visits/manifest.ts";
import { contextAt, demoCall, demoOperatorEmail, type Seeding } from "./place-orders.ts";
import type { DemoEvent } from "./plan.ts";

/** Three guests of one of the next boats have a balance. Guests of the desk pay on arrival, one of them the rest after a deposit. */

const boat = "bue-tigre-delta-1";
const guests = [
  { key: "arrival 1", name: "Amalia", lastName: "Rosedal", adults: 2, deposit: 0 },
  { key: "arrival 2", name: "Teodoro", lastName: "Sauzal", adults: 1, deposit: 0 },
  { key: "arrival 3", name: "Julieta", lastName: "Ceibal", adults: 3, deposit: 0.3 },
] as const;
const seats = guests.reduce((sum, { adults }) => sum + adults, 0);

export async function sellOnArrival({ tx, now, newId }: Seeding, events: readonly DemoEvent[]): Promise<void> {
  const ids = events
    .filter(({ item }) => item.externalId === boat)
    .map(({ item, eventOn }) => newId(`event ${item.externalId} ${eventOn}`));
  const boats = (await readBookableEvents(tx, ids))
    .filter(({ startsAt, capacityLeft }) => startsAt > now && (capacityLeft ?? 0) >= seats)
    .sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime());
  for (const { id } of boats) {
    const lines = await manifestOrders(tx, id, seats * 20, now);
    const owing = await toCollectOf(
      tx,
      lines.map((line) => line.id),
    );
    if (owing.size <= guests.length) return sellTo(guests.slice(owing.size), id, { tx, now, newId });
  }
}

async function sellTo(
  buyers: readonly (typeof guests)[number][],
  eventId: string,
  { tx, now, newId }: Pick<Seeding, "tx" | "now" | "newId">,
): Promise<void> {
  await deskPartner(tx, "es");
  const at = new Date(now.getTime() - 20 * 3_600_000);
  const currency = await storeCurrency(tx);
  for (const { key, name, lastName, adults, deposit } of buyers) {
    const selection = { eventId, tickets: [{ code: "ADULT", quantity: adults }], prices: [] };
    const { total } = await quoteSale(tx, selection, { lang: "es", now: at });
    const id = newId(`order ${key}`);
    const answers = Array.from({ length: adults }, (_, n) => ({ code: "passenger-weight", value: `${62 + 7 * n}` }));
    const placed = await placeSale(
      contextAt(tx, at),
      {
        ...selection,
        ...{ id, lang: "es", name, lastName, answers, totalUsd: total!.usd, ownAnswersLater: true },
        ...{ email: `${name.toLowerCase()}@example.com`, phoneNumber: `+54 11 5550 01${20 + adults}` },
        payment: { method: "account", note: "Paga al embarcar", reason: "", dueOn: "" },
      },
      { ...demoCall, lang: "es", now: at, by: demoOperatorEmail, record: async () => {} },
    );
    if (placed.outcome !== "placed") throw new Error(`an order on account was not placed: ${JSON.stringify(placed)}`);
    if (deposit === 0) continue;
    const due = (await balanceOf(tx, currency, id)).balanceDue ?? "0";
    const amount = new Big(due).times(deposit).round(currency.digits).toFixed(currency.digits);
    const payment = { id, amount, method: "card", note: null, recordedBy: demoOperatorEmail } as const;
    await insertAccountPayment(tx, currency, id, payment, at);
    await addMoneyToTimeline(tx, id, "paid", { ...payment, currency, now: at });
  }
}
