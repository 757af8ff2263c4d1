import type { Language } from "@paseo/contract";
import { runBulkOrder } from "../../domain/bulk/run.ts";
import { changeEvents } from "../../domain/editing/bulk-changes.ts";
import { importCatalogue } from "../../domain/import/import.ts";
import type { BulkContent, BulkLetter } from "../../records/bulk-action.ts";
import type { CatalogueProduct } from "../../records/catalogue-file.ts";
import { insertBulkAction } from "../../store/bulk/bulk-actions.ts";
import { settleDemoLetters } from "../../store/orders/demo-state.ts";
import { contextAt, demoOperatorEmail, type PlacedDemoOrder, type Seeding } from "./place-orders.ts";
import { rainedOffAt } from "./plan.ts";

/** An evening in the courtyard is cancelled for rain: everybody gets a letter and the whole price back. */

const letters: Record<Language, BulkLetter> = {
  es: {
    subject: "Esta noche no hay función: {product}",
    body: "Hola, {guest}:\n\nLlueve y el patio no está cubierto, así que hemos cancelado la función de {date}. Le devolvemos todo lo que pagó.\n\nSentimos el contratiempo y esperamos verle otra noche.",
  },
  pt: {
    subject: "Hoje não há espetáculo: {product}",
    body: "Olá, {guest}:\n\nEstá chovendo e o pátio não é coberto, por isso cancelamos o espetáculo de {date}. Devolvemos tudo o que você pagou.\n\nLamentamos o transtorno e esperamos você em outra noite.",
  },
  en: {
    subject: "No show tonight: {product}",
    body: "Hello {guest},\n\nIt is raining and the courtyard has no roof, so we have cancelled the show on {date}. You get back all that you paid.\n\nWe are sorry, and hope to see you another night.",
  },
};

const reason = "Lluvia";

export async function cancelForRain(
  { tx, newId }: Seeding,
  placed: readonly PlacedDemoOrder[],
  products: readonly CatalogueProduct[],
): Promise<void> {
  const orders = placed.filter(({ fate }) => fate === "rained-off");
  const [first] = orders;
  if (!first) return;
  const at = rainedOffAt(first);
  const [, item = "", eventOn = ""] = first.event.split(" ");
  const product = products.find(({ items }) => items.some(({ externalId }) => externalId === item))!;
  const closed = changeEvents(
    product,
    { events: [{ item, eventOn: eventOn.slice(0, 16) }] },
    { availability: "black-out" },
    at,
  );
  const content: BulkContent = { lang: "es", reason, refund: "full", closed: true, letters };
  const event = { id: newId(first.event), eventOn: first.eventOn };
  const action = { id: newId(`action ${first.event}`), kind: "cancel", content, createdBy: demoOperatorEmail } as const;
  await insertBulkAction(
    tx,
    { ...action, events: [event], createdAt: at },
    orders.map(({ id }) => ({ id, eventId: event.id })),
    { writes: true },
  );
  const context = {
    orderContext: contextAt(tx, at),
    mail: { isSet: async () => true },
    config: { changeQuoteMinutes: 30, supplierWaitSeconds: 10 },
  };
  for (const { id } of orders) await runBulkOrder(context, action.id, id);
  await settleDemoLetters(tx, action.id, at);
  // An import changes no past event, so this is the import of that evening.
  await importCatalogue(tx, { products: [closed.product] }, { now: at, newId });
}
