import { bookEvent, getOrder, getProduct, listEvents, listProducts, validateEvent } from "../generated/orval/client.ts";
import { sell } from "./sale.ts";

/** The body of the answer 200; every other status is an error. */
function ok<T extends { status: number; data: unknown }>(answer: T): Extract<T, { status: 200 }>["data"] {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${JSON.stringify(answer.data)}`);
  return answer.data as Extract<T, { status: 200 }>["data"];
}

const options = { headers: { "X-Api-Key": "pk_demo" } };

await sell({
  products: async () => ok(await listProducts(undefined, options)),
  product: async (id) => ok(await getProduct(id, undefined, options)),
  events: async (id, fromdate) => ok(await listEvents({ id, fromdate }, options)),
  validate: async (body) => ok(await validateEvent("es", body)),
  book: async (body) => ok(await bookEvent("es", body)),
  order: async (id) => ok(await getOrder("es", id, options)),
});
