/** One sale through a generated client. The types say what the program needs of the client's own. */

interface Ticket {
  code: string;
  quantity: number;
}
interface Selection {
  id: string;
  apiKey: string;
  tickets: Ticket[];
}
interface Booking extends Selection {
  email: string;
  phoneNumber: string;
  remoteHost: string;
  externalReference: string;
  totalUsd: { currencyCode: "USD"; value: number };
  answers: { code: string; value: string }[];
  testMode: boolean;
}
interface Order {
  id: string | null;
  reference: string | null;
  status: "waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled" | null;
  isValid: boolean;
  errors: { code: string; message: string }[] | null;
}
export interface Shop {
  products(): Promise<{ values: { id: string; hasAvailability: boolean; productTypeCode: string }[] }>;
  product(id: string): Promise<{
    minPrice: { currencyCode: string; value: number } | null;
    items: { id: string; ticketRules: { code: string; minQuantity: number; defaultQuantity: number }[] }[];
  }>;
  events(
    id: string,
    fromdate: string,
  ): Promise<{
    values: { id: string; itemId: string; availabilityCode: string; tickets: { code: string }[] }[];
  }>;
  validate(body: Selection): Promise<{
    isValid: boolean;
    totalUsd: { value: number } | null;
    errors: { code: string }[];
    questions: { code: string; type: "string" | "integer" | "date" | "time" }[];
  }>;
  book(body: Booking): Promise<Order>;
  order(id: string): Promise<Order>;
}

export const baseUrl = process.env.BASE_URL!;
const apiKey = "pk_demo";
const answerOf = { string: "Example", integer: "70", date: "2030-12-24", time: "18:05" };

export async function sell(shop: Shop): Promise<void> {
  const { values } = await shop.products();
  const product = values.find(
    ({ hasAvailability, productTypeCode }) => hasAvailability && productTypeCode === "scheduled",
  );
  if (!product) throw new Error("no product is on sale");
  const { items, minPrice } = await shop.product(product.id);
  if (minPrice?.currencyCode.length !== 3) throw new Error("the product has no price");
  const inTwoWeeks = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10);
  const events = await shop.events(product.id, inTwoWeeks);
  const event = events.values.find(({ availabilityCode }) => availabilityCode === "available");
  if (!event) throw new Error("no event can be sold");
  const rules = items.find(({ id }) => id === event.itemId)!.ticketRules;
  const usual = rules
    .map(({ code, minQuantity, defaultQuantity }) => ({ code, quantity: Math.max(minQuantity, defaultQuantity) }))
    .filter(({ quantity }) => quantity > 0);
  const tickets = usual.length > 0 ? usual : [{ code: event.tickets[0]!.code, quantity: 1 }];
  const offer = await shop.validate({ id: event.id, apiKey, tickets });
  if (!offer.isValid || !offer.totalUsd) throw new Error(`not valid: ${JSON.stringify(offer.errors)}`);
  const placed = await shop.book({
    ...{ id: event.id, apiKey, tickets, email: "traveller@example.com", phoneNumber: "+34 600 000 000" },
    ...{ remoteHost: "203.0.113.24", externalReference: `INTEROP-${crypto.randomUUID()}`, testMode: true },
    totalUsd: { currencyCode: "USD", value: offer.totalUsd.value },
    answers: offer.questions.map(({ code, type }) => ({ code, value: answerOf[type] })),
  });
  if (!placed.isValid || placed.id === null) throw new Error(`not placed: ${JSON.stringify(placed.errors)}`);
  const read = await shop.order(placed.id);
  if (read.id !== placed.id || read.status !== "complete") throw new Error(`read ${JSON.stringify(read)}`);
  console.log(`booked ${read.reference}`);
}
