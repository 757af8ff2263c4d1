// run: setup
import { PaseoClient } from "@paseo/client";

const paseo = new PaseoClient({ baseUrl: "http://127.0.0.1:8080", apiKey: "pk_demo", lang: "es" });

const fromDate = new Date(Date.now() + 14 * 864e5).toISOString().slice(0, 10);
const [product] = await Array.fromAsync(paseo.products({ query: "Triana" }));
const events = await Array.fromAsync(paseo.events({ productId: product!.id, fromDate }));
const event = events.find(({ availabilityCode }) => availabilityCode === "available")!;
const tickets = [{ code: "ADULT", quantity: 2 }];
const offer = await paseo.validate({ id: event.id, tickets });
if (!offer.isValid) throw new Error(offer.errors.map(({ message }) => message).join(" "));

const order = await paseo.book({
  id: event.id,
  tickets,
  totalUsd: offer.totalUsd,
  email: "traveller@example.com",
  phoneNumber: "+34 600 000 000",
  remoteHost: "203.0.113.24",
  testMode: true,
});
if (!order.isValid) throw new Error(order.errors.map(({ message }) => message).join(" "));

// run: quote
const quote = await paseo.quoteAmendment(order.id, { tickets: [{ code: "ADULT", quantity: 1 }] });
console.log(quote.status, quote.differenceUsd?.value, quote.refundUsd?.value);

// run: accept
const { id, quoteId, revision } = quote;
const changed = await paseo.acceptAmendment({ id: id!, quoteId: quoteId!, revision: revision! });
console.log(changed.status);

// run: cancel
const cancelled = await paseo.cancel(order.id);
console.log(cancelled.status, cancelled.refundUsd?.value);

// run: list
for await (const page of paseo.orders({ testMode: true }).pages()) {
  for (const one of page.values) console.log(one.reference, one.status);
  console.log("continue later with", page.cursor);
}
