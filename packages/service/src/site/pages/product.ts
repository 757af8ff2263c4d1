import { html } from "../html.ts";
import { page } from "../layout.ts";
import type { Visit } from "../visit.ts";

/** The page of a product. Null: the site does not sell it. */
export async function productPage(visit: Visit, id: string): Promise<string | null> {
  const found = await visit.catalogue.product(id, visit.lang);
  if (!found) return null;
  const { content } = found;
  return page(visit, { title: content.name, description: content.summary, body: html`<h1>${content.name}</h1>` });
}
