import { bookEvent, getOrder, getProduct, listEvents, listProducts, validateEvent } from "../generated/kubb/index.ts";
import { sell } from "./sale.ts";

const options = { headers: { "X-Api-Key": "pk_demo" } };
// The generated client sends a body without its type.
const asJson = { headers: { "Content-Type": "application/json" } };

await sell({
  products: () => listProducts({}, options),
  product: (id) => getProduct({ id }, options),
  events: (id, fromdate) => listEvents({ params: { id, fromdate } }, options),
  validate: (data) => validateEvent({ lang: "es", data }, asJson),
  book: (data) => bookEvent({ lang: "es", data }, asJson),
  order: (id) => getOrder({ lang: "es", id }, options),
});
