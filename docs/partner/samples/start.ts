// run: setup
import { PaseoClient } from "@paseo/client";

const paseo = new PaseoClient({ baseUrl: "http://127.0.0.1:8080", apiKey: "pk_demo", lang: "es" });

// run: product
const [product] = await Array.fromAsync(paseo.products({ query: "Triana" }));
if (!product) throw new Error("no such product");
console.log(product.id, product.name);

// run: events
const fromDate = new Date(Date.now() + 14 * 864e5).toISOString().slice(0, 10);
const events = await Array.fromAsync(paseo.events({ productId: product.id, fromDate }));
console.log(events.length, "events");

// run: validate
const event = events.find(({ availabilityCode }) => availabilityCode === "available");
if (!event) throw new Error("everything is sold out");
const tickets = [
  { code: "ADULT", quantity: 2 },
  { code: "CHILD", quantity: 1 },
];
const offer = await paseo.validate({ id: event.id, tickets });
if (!offer.isValid) throw new Error(offer.errors.map(({ message }) => message).join(" "));
console.log(offer.totalUsd);

// run: book
const order = await paseo.book({
  id: event.id,
  tickets,
  totalUsd: offer.totalUsd,
  email: "traveller@example.com",
  phoneNumber: "+34 600 000 000",
  remoteHost: "203.0.113.24",
  externalReference: "CART-20418",
  testMode: true,
});
if (!order.isValid) throw new Error(order.errors.map(({ message }) => message).join(" "));
console.log(order.reference);

// run: order
const { status } = await paseo.order(order.id);
console.log(status);
