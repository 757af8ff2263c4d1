import type { callApi } from "../../api/client.ts";
import type { PickedProduct } from "../../events/event.ts";

/** Maximum number of products that are read one by one. More products are read from the list. */
const fewProducts = 8;

/** Reads the present revision of each product. */
export async function readRevisions(api: typeof callApi, ids: readonly string[]): Promise<Record<string, number>> {
  const read =
    ids.length <= fewProducts
      ? await Promise.all(ids.map((id) => api("products.show", { id })))
      : await readAllProducts(api);
  return Object.fromEntries(read.map(({ id, revision }) => [id, revision]));
}

/** Reads the products of a city, or all products. */
export async function readAllProducts(api: typeof callApi, cityCode?: string): Promise<PickedProduct[]> {
  const perPage = 500;
  const found: PickedProduct[] = [];
  for (let page = 1; ; page++) {
    const query = { page, perPage, sort: "externalId", cityCode } as const;
    const { data, total } = await api("products.list", { query });
    found.push(...data);
    if (data.length < perPage || found.length >= total) return found;
  }
}
