import { client } from "../generated/hey-api/client.gen.ts";
import {
  bookEvent,
  getOrder,
  getProduct,
  listEvents,
  listProducts,
  validateEvent,
} from "../generated/hey-api/index.ts";
import { baseUrl, sell } from "./sale.ts";

client.setConfig({ baseUrl, throwOnError: true, headers: { "X-Api-Key": "pk_demo", Accept: "application/json" } });
const throwOnError = true as const;
const lang = "es" as const;

await sell({
  products: async () => (await listProducts({ throwOnError })).data,
  product: async (id) => (await getProduct({ throwOnError, path: { id } })).data,
  events: async (id, fromdate) => (await listEvents({ throwOnError, query: { id, fromdate } })).data,
  validate: async (body) => (await validateEvent({ throwOnError, path: { lang }, body })).data,
  book: async (body) => (await bookEvent({ throwOnError, path: { lang }, body })).data,
  order: async (id) => (await getOrder({ throwOnError, path: { lang, id } })).data,
});
