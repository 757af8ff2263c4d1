import { html } from "../html.ts";
import { page, siteName } from "../layout.ts";
import { link, type Visit } from "../visit.ts";

/** The first page: all products. */
export async function homePage(visit: Visit): Promise<string> {
  const { catalogue, lang } = visit;
  const [cards, map] = [await catalogue.cards(lang), await catalogue.map()];
  const items = [...cards.values()].map((card) => {
    const url = map.ofProduct(card.id)?.urls[lang];
    return html`<li>${url ? html`<a href="${link(visit, new URL(`http:${url}`).pathname.slice(visit.site.path.length))}">${card.name}</a>` : card.name}</li>`;
  });
  return page(visit, { title: siteName(visit), body: html`<h1>${siteName(visit)}</h1><ul>${items}</ul>` });
}
