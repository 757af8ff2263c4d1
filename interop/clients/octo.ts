import createClient from "openapi-fetch";
import type { paths } from "../generated/octo/schema.ts";
import { baseUrl } from "./sale.ts";

/** A channel whose client is generated from OCTO's own description: it reserves, confirms, changes and cancels. */

const client = createClient<paths>({ baseUrl: `${baseUrl}/octo`, headers: { Authorization: "Bearer pk_demo" } });
const header = { "Octo-Capabilities": "octo/pricing, octo/content, octo/pickups" };

function data<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error) ?? "no answer");
  return data;
}

function expect(what: string, value: unknown, wanted: unknown): void {
  if (value !== wanted) throw new Error(`${what} is ${value} in place of ${wanted}`);
}

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const products = data(await client.GET("/products/", { params: { header } }));
const product = products.find(({ availabilityType }) => availabilityType === "START_TIME");
const option = product?.options[0];
const unit = option?.units[0];
if (!product || !option || !unit) throw new Error("there is no product with start times");
const ids = { productId: product.id, optionId: option.id };
const range = { localDateStart: day(14), localDateEnd: day(44) };
const times = data(await client.POST("/availability/", { params: { header }, body: { ...ids, ...range } }));
const [first, second] = times.filter(({ available }) => available);
if (!first || !second) throw new Error("no times are on sale");

const uuid = crypto.randomUUID();
const path = { params: { header, path: { uuid } } };
const unitItem = { unitId: unit.id };
const reserved = data(
  await client.POST("/bookings/", {
    params: { header },
    body: { uuid, ...ids, availabilityId: first.id, unitItems: [unitItem, unitItem] },
  }),
);
expect("the reservation", reserved.status, "ON_HOLD");
const contact = { fullName: "Example Traveller", emailAddress: "traveller@example.com", locales: ["en"] };
const confirmed = data(await client.POST("/bookings/{uuid}/confirm", { ...path, body: { contact } }));
expect("the booking", confirmed.status, "CONFIRMED");
const body = { ...ids, availabilityId: second.id, unitItems: [unitItem, unitItem, unitItem] };
const changed = data(await client.PATCH("/bookings/{uuid}", { ...path, body }));
expect("the availability of the changed booking", changed.availabilityId, second.id);
expect("the number of units", changed.unitItems.length, 3);
const cancelled = data(await client.POST("/bookings/{uuid}/cancel", { ...path, body: { reason: "An example" } }));
expect("the cancelled booking", cancelled.status, "CANCELLED");
const read = data(await client.GET("/bookings/{uuid}", path));
expect("the booking that is read", read.status, "CANCELLED");
console.log(`booked, changed and cancelled ${read.supplierReference}`);
