import type { callApi } from "../api/client.ts";
import type { Product } from "./product.ts";

/** Ids of an item and of its copy, as the operator gave them. */
interface CopiedItem {
  from: string;
  to: string;
}

/** Gives copied items the resources of the items that they were copied from. `from` and `to` are the products of the items. */
export async function copyResources(
  api: typeof callApi,
  from: Pick<Product, "items">,
  to: Pick<Product, "items">,
  copies: readonly CopiedItem[],
): Promise<void> {
  for (const copy of copies) {
    const original = from.items.find(({ externalId }) => externalId === copy.from);
    const item = to.items.find(({ externalId }) => externalId === copy.to);
    if (!item || !original || original.requirements.length === 0) continue;
    const { requirements } = await api("resources.requirements", { id: original.id });
    const { revision } = await api("resources.requirements", { id: item.id });
    await api("resources.changeRequirements", { id: item.id, body: { requirements, revision } });
  }
}
