import type { Language } from "@paseo/contract";
import { foldedWords } from "@paseo/contract/folded-text";
import { orderReference, parsedReference } from "@paseo/contract/order-reference";
import Type from "typebox";
import { text } from "../../records/schemas.ts";
import { searchableText } from "../../store/catalogue/search-text.ts";
import type { Db } from "../../store/database/database.ts";
import { orderFields } from "../../store/orders/order-list.ts";
import {
  FoundEvent,
  type FoundOrder,
  FoundPartner,
  FoundProduct,
  foundOrderFields,
  nextEvents,
  searchOrders,
  searchPartners,
  searchProducts,
} from "../../store/orders/search.ts";
import { searchRefusedOrders } from "../../store/partners/refused-orders.ts";
import { namedRefusalColumns, withCodeNames } from "../partners/refused-orders.ts";
import { leadName } from "../selling/lead-name.ts";

/** Search over orders, guests, products, partners and events. */

/** Maximum number of rows of each kind. */
const shown = 6;
const productsWithEvents = 3;
const eventsOfEach = 2;
const eventsOfDay = 4;

const OrderHit = Type.Object({ ...foundOrderFields, reference: text, leadName: orderFields.leadName });

export const SearchHits = Type.Object({
  orders: Type.Array(OrderHit, { description: "Orders with this reference or confirmation." }),
  guests: Type.Array(OrderHit, {
    description: "Orders of guests by name, e-mail or telephone, the nearest event first.",
  }),
  products: Type.Array(FoundProduct),
  partners: Type.Array(FoundPartner),
  refused: Type.Array(Type.Object(namedRefusalColumns), {
    description:
      "Refused orders of partners, by the beginning of the partner's reference or the guest's e-mail address, a code, or the id of an event.",
  }),
  events: Type.Array(FoundEvent, {
    description: "The next events of the first products, or the events of the day.",
  }),
});
type OrderHit = Type.Static<typeof OrderHit>;
type SearchHits = Type.Static<typeof SearchHits>;

/** Searches orders, guests, products, partners and events. `day`: finds events of this local day only. */
export async function searchStore(
  db: Db,
  text: string,
  { now, lang, day }: { now: Date; lang: Language; day?: string | undefined },
): Promise<SearchHits> {
  // One after the other: a search must not take several of the store's connections.
  const orders = await searchOrders(db, text, now, 2 * shown);
  const products = await searchProducts(db, text, shown);
  const partners = await searchPartners(db, text, shown);
  const refused = withCodeNames(await searchRefusedOrders(db, text, shown), lang);
  const near = products.slice(0, day ? shown : productsWithEvents).map(({ id }) => id);
  const events = near.length > 0 ? await nextEvents(db, near, now, day ? eventsOfDay : eventsOfEach, day) : [];
  const [guests, others] = [orders.filter(isGuest(text)), orders.filter((order) => !isGuest(text)(order))];
  return {
    orders: others.slice(0, shown).map(hitOf),
    guests: guests.slice(0, shown).map(hitOf),
    products,
    partners,
    refused,
    events,
  };
}

/** Whether the search matches a person, and not only a reference. */
function isGuest(text: string): (order: FoundOrder) => boolean {
  const [parts, reference] = [foldedWords(text), parsedReference(text)];
  return ({ number, externalReference, confirmation }) => {
    const references = searchableText(externalReference, confirmation);
    return number !== reference?.number && !parts.every((part) => references.includes(part));
  };
}

const hitOf = ({ number, lang, answers, confirmation: _, ...order }: FoundOrder): OrderHit => ({
  ...order,
  reference: orderReference({ number, lang, test: order.test }),
  leadName: leadName(answers),
});
