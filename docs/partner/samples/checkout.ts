// run: setup
import { PaseoClient } from "@paseo/client";

const paseo = new PaseoClient({ baseUrl: "http://127.0.0.1:8080", apiKey: "pk_demo", lang: "es" });
const inDays = (days: number) => new Date(Date.now() + days * 864e5).toISOString().slice(0, 10);

const [product] = await Array.fromAsync(paseo.products({ query: "Sevilla en helic" }));
const events = await Array.fromAsync(paseo.events({ productId: product!.id, fromDate: inDays(14) }));
const event = events.find((one) => one.availabilityCode === "available" && one.eventOn.endsWith("T11:00:00"))!;

// run: days
for await (const day of paseo.availability({ productId: product!.id, fromDate: inDays(14), toDate: inDays(45) })) {
  if (day.openEvents === 0) continue;
  console.log(day.date, day.minUsdPrice?.value);
  break;
}

// run: validate
const tickets = [{ code: "ADULT", quantity: 2 }];
const offer = await paseo.validate({ id: event.id, tickets });
if (!offer.isValid) throw new Error(offer.errors.map(({ message }) => message).join(" "));
for (const { code, title, type } of offer.questions) console.log(code, title, type);

// run: book
const booking = {
  id: event.id,
  tickets,
  totalUsd: offer.totalUsd,
  answers: [
    { code: "passenger-first-name", value: "Ana" },
    { code: "passenger-last-name", value: "García" },
    { code: "passenger-weight", value: "62" },
    { code: "passenger-first-name", value: "João" },
    { code: "passenger-last-name", value: "Silva" },
    { code: "passenger-weight", value: "80" },
  ],
  email: "ana@example.com",
  phoneNumber: "+34 600 000 000",
  remoteHost: "203.0.113.24",
  externalReference: "CART-20420",
  testMode: true,
};
const order = await paseo.book(booking);
console.log(order.isValid, order.reference);

// run: again
const repeated = await paseo.book(booking);
console.log(repeated.id === order.id);

// run: hold
const hold = await paseo.hold({ id: event.id, tickets, testMode: true });
if (!hold.isValid) throw new Error(hold.errors.map(({ message }) => message).join(" "));
console.log(hold.status, hold.totalUsd.value, hold.expiresAt);

// run: held
await paseo.extend(hold.id);
const held = await paseo.book({ ...booking, externalReference: "CART-20423" }, { hold: hold.id });
console.log(held.isValid);
