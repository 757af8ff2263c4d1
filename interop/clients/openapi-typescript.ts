import createClient from "openapi-fetch";
import type { paths } from "../generated/openapi-typescript/schema.ts";
import { baseUrl, sell } from "./sale.ts";

const client = createClient<paths>({ baseUrl, headers: { "X-Api-Key": "pk_demo" } });
const lang = "es" as const;

async function data<T>(answer: Promise<{ data?: T; error?: { detail: string } }>): Promise<T> {
  const { data, error } = await answer;
  if (data === undefined) throw new Error(error?.detail ?? "no answer");
  return data;
}

await sell({
  products: () => data(client.GET("/api/products")),
  product: (id) => data(client.GET("/api/product/{id}", { params: { path: { id } } })),
  events: (id, fromdate) => data(client.GET("/api/events", { params: { query: { id, fromdate } } })),
  validate: (body) => data(client.POST("/api/{lang}/eventvalidate", { params: { path: { lang } }, body })),
  book: (body) => data(client.POST("/api/{lang}/eventbook", { params: { path: { lang } }, body })),
  order: (id) => data(client.GET("/api/{lang}/order/{id}", { params: { path: { lang, id } } })),
});
