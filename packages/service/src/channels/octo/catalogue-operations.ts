import { LRUCache } from "lru-cache";
import { unsuitableFor } from "../../domain/catalogue/channel-products.ts";
import { dayNumber } from "../../domain/selling/dates.ts";
import { offeredProduct } from "../../records/partners/offer.ts";
import type { Service } from "../../service.ts";
import {
  type ChannelProduct,
  channelProducts,
  eventsOfItemById,
  itemSummaries,
} from "../../store/catalogue/channel-events.ts";
import { readTicketTypes } from "../../store/catalogue/ticket-types.ts";
import { readCounter } from "../../store/versions/versions.ts";
import { isUuid } from "../../web/query.ts";
import { readEventsOnDays, readOfferedProduct, soldTo } from "../shared/products.ts";
import { daysBetween, octoAvailability, octoCalendar } from "./availability.ts";
import { capabilityList } from "./capabilities.ts";
import { noAvailability, noOption, noProduct, noUnit, octoBadRequest } from "./errors.ts";
import type { OctoCall, OctoOperation, ProductView } from "./operation.ts";
import { octoProduct } from "./products.ts";
import { AvailabilityBody, jsonBody } from "./requests.ts";

/** The catalogue operations of OCTO. */

export const listCapabilities: OctoOperation = {
  method: "GET",
  path: "/capabilities",
  load: "channels",
  run: async ({ asked }) => capabilityList(asked),
};

export const readSupplier: OctoOperation = {
  method: "GET",
  path: "/supplier",
  load: "channels",
  run: async ({ service: { config, orderContext }, asked }) => ({
    id: config.operatorName.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-"),
    name: config.operatorName,
    endpoint: `${orderContext.publicUrl}/octo`,
    contact: {
      website: config.publicUrl ?? null,
      email: null,
      telephone: config.operatorPhone ?? null,
      address: null,
    },
    ...(asked.has("content") && { shortDescription: null, media: [] }),
  }),
};

export const readOctoProduct: OctoOperation = {
  method: "GET",
  path: "/products/:id",
  load: "channels",
  async run(call) {
    const product = await suitableProduct(call, call.id);
    return octoProduct(product, await shownFor(call, [product]));
  },
};

/** The list of all products, as bytes. It changes with the products. Its times and prices are at most a minute old. */
const productLists = new WeakMap<Service, LRUCache<string, Buffer>>();

export const listOctoProducts: OctoOperation = {
  method: "GET",
  path: "/products",
  load: "channels",
  async run(call) {
    const { service, lang, asked, caller } = call;
    const { db } = service;
    const { offer } = caller;
    const { productSeq, contentSeq, currencyVersion, skipped } = await readCounter(db);
    const key = [productSeq, contentSeq, currencyVersion, skipped, offer?.key, lang, ...asked.capabilities].join(" ");
    const lists = productLists.get(service) ?? new LRUCache({ max: 16, ttl: 60_000 });
    productLists.set(service, lists);
    const known = lists.get(key);
    if (known) return known;
    const pickups = asked.has("pickups");
    const all = (await channelProducts(db)).flatMap((product) => offeredProduct(offer, product) ?? []);
    const products = all.filter((product) => unsuitableFor(product, { pickups }) === null);
    const shown = await shownFor(call, products);
    const list = Buffer.from(JSON.stringify(products.map((product) => octoProduct(product, shown))));
    lists.set(key, list);
    return list;
  },
};

async function shownFor(
  { service: { db, orderContext }, lang, asked, now }: OctoCall,
  products: readonly ChannelProduct[],
): Promise<ProductView> {
  const ids = products.map(({ id }) => id);
  const [typeOf, summaries] = await Promise.all([readTicketTypes(db), itemSummaries(db, ids, now)]);
  const byItem = new Map(summaries.map((summary) => [summary.itemId, summary]));
  return { lang, asked, typeOf, summaries: byItem, publicUrl: orderContext.publicUrl };
}

/** Finds a product that OCTO can sell to this client. */
export async function suitableProduct({ service, asked, caller }: OctoCall, id: string): Promise<ChannelProduct> {
  const product = isUuid(id) ? await readOfferedProduct(service, caller, id.toLowerCase()) : null;
  if (!product || unsuitableFor(product, { pickups: asked.has("pickups") }) !== null) throw noProduct(id);
  return product;
}

export function requireOption(product: ChannelProduct, optionId: string): ChannelProduct["items"][number] {
  const item = product.items.find(({ id, published }) => published && id === optionId.toLowerCase());
  if (!item) throw noOption(optionId);
  return item;
}

/** Refuses a currency other than the product's: a product has prices in one currency. */
export function requireCurrency(currency: string | null | undefined, { record }: ChannelProduct): void {
  if (currency && currency !== record.currencyCode) throw octoBadRequest(`currency must be ${record.currencyCode}.`);
}

/** Maximum number of days of one request. */
const maxDays = 366;

export const checkAvailability: OctoOperation = {
  method: "POST",
  path: "/availability",
  load: "channels",
  async run(call) {
    const body = jsonBody(call.body, AvailabilityBody);
    const { of, events } = await askedEvents(call, body);
    return events.map((event) => octoAvailability(event, of));
  },
};

export const readCalendar: OctoOperation = {
  method: "POST",
  path: "/availability/calendar",
  load: "channels",
  async run(call) {
    const body = jsonBody(call.body, AvailabilityBody);
    const { first, last } = daysOf(body);
    const { of, events } = await askedEvents(call, body);
    return octoCalendar(events, daysBetween(first, last), of);
  },
};

async function askedEvents(call: OctoCall, body: AvailabilityBody) {
  const { lang, asked, caller, now } = call;
  const { db } = call.service;
  const { availabilityIds: ids } = body;
  if (ids && (body.localDateStart || body.localDateEnd))
    throw octoBadRequest("Send either availabilityIds, or localDateStart and localDateEnd.");
  const days = ids ? null : daysOf(body);
  const product = await suitableProduct(call, body.productId);
  const item = requireOption(product, body.optionId);
  const units = body.units ?? [];
  for (const { id } of units) if (!item.record.ticketRules.some(({ code }) => code === id)) throw noUnit(id);
  requireCurrency(body.currency, product);
  const of = { product, item, lang, asked, caller, now, units };
  if (!ids) return { of, events: await readEventsOnDays(db, of, days!) };
  const unknown = ids.find((id) => !isUuid(id));
  if (unknown !== undefined) throw noAvailability(unknown);
  return {
    of,
    events: soldTo(
      await eventsOfItemById(
        db,
        item.id,
        ids.map((id) => id.toLowerCase()),
      ),
      of,
    ),
  };
}

/** @throws OctoError for days that are not a valid range. */
function daysOf({ localDateStart, localDateEnd }: AvailabilityBody): { first: string; last: string } {
  if (!localDateStart || !localDateEnd)
    throw octoBadRequest("localDateStart and localDateEnd, or availabilityIds, are required.");
  for (const [name, day] of Object.entries({ localDateStart, localDateEnd }))
    if (dayNumber(day) === null) throw octoBadRequest(`${name} must be a date.`);
  const days = dayNumber(localDateEnd)! - dayNumber(localDateStart)! + 1;
  if (days < 1) throw octoBadRequest("localDateEnd must not be before localDateStart.");
  if (days > maxDays) throw octoBadRequest(`At most ${maxDays} days can be read at once.`);
  return { first: localDateStart, last: localDateEnd };
}
