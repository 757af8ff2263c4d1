import { languages } from "@paseo/contract";
import { searchable } from "../../../store/catalogue/search-text.ts";
import type { Db } from "../../../store/database/database.ts";
import {
  type FoundOrder,
  type FoundPartner,
  type FoundProduct,
  type FoundSession,
  nextSessions,
  searchOrders,
  searchPartners,
  searchProducts,
} from "../../../store/orders/finding/search.ts";
import { leadName } from "../day/lead-name.ts";
import { orderReference } from "../order-content.ts";

/** Search over orders, guests, products, partners and sessions. */

/** Rows of each kind. */
const shown = 6;
const productsWithSessions = 3;
const sessionsOfEach = 2;

export interface OrderHit extends Pick<FoundOrder, "id" | "status" | "test" | "partner" | "productName" | "eventOn"> {
  reference: string;
  leadName: string | null;
  email: string;
  phoneNumber: string;
  externalReference: string | null;
}

export interface SearchHits {
  orders: OrderHit[];
  guests: OrderHit[];
  products: FoundProduct[];
  partners: FoundPartner[];
  sessions: FoundSession[];
}

export async function search(db: Db, text: string, now: Date): Promise<SearchHits> {
  // One after the other: a search must not take several of the store's connections.
  const orders = await searchOrders(db, text, now, 2 * shown);
  const products = await searchProducts(db, text, shown);
  const partners = await searchPartners(db, text, shown);
  const near = products.slice(0, productsWithSessions).map(({ id }) => id);
  const sessions = near.length > 0 ? await nextSessions(db, near, now, sessionsOfEach) : [];
  const [guests, others] = [orders.filter(isGuest(text)), orders.filter((order) => !isGuest(text)(order))];
  return {
    orders: others.slice(0, shown).map(hitOf),
    guests: guests.slice(0, shown).map(hitOf),
    products,
    partners,
    sessions,
  };
}

/** Parts of a reference beside its number. */
const partsOfReference = new Set<string>(["test", ...languages]);

/** Whether a person matches, not only a reference. */
function isGuest(text: string): (order: FoundOrder) => boolean {
  const parts = searchable(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  return ({ number, externalReference, confirmation }) => {
    const references = searchable(`${number}`, externalReference, confirmation);
    return !parts.every((part) => references.includes(part) || partsOfReference.has(part));
  };
}

const hitOf = ({ number, lang, answers, confirmation: _, ...order }: FoundOrder): OrderHit => ({
  ...order,
  reference: orderReference({ number, lang, test: order.test }),
  leadName: leadName(answers),
});
