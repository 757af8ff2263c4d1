import type { Visit } from "../visit.ts";
import { homePage, listedPage } from "./lists.ts";
import { legalPage } from "./others.ts";
import { pageOfActivity, productPage } from "./product.ts";
import { searchPage } from "./search.ts";

/** The public pages of a site, by their addresses. */

/** A page's text, or the address at which it is. Null: there is none at this address. */
export type MadePage = string | { movedTo: string } | null;

const activityPath = /^\/activity\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

export async function makePage(visit: Visit): Promise<MadePage> {
  const { lang, path, catalogue } = visit;
  const below = path.slice(lang.length + 1).replace(/\/+$/, "");
  if (below === "") return homePage(visit);
  if (below === "/search") return searchPage(visit);
  const legal = /^\/legal\/([a-z]+)$/.exec(below);
  if (legal) return legalPage(visit, legal[1]!);
  const activity = activityPath.exec(below)?.[1]?.toLowerCase();
  if (activity !== undefined) {
    const movedTo = await pageOfActivity(visit, activity);
    return movedTo === null ? productPage(visit, activity) : { movedTo };
  }
  const found = (await catalogue.map()).at(lang, path);
  if (!found) return null;
  if (found.type === "product" && found.productId !== null) {
    const made = await productPage(visit, found.productId, found);
    if (made !== null) return made;
  }
  return listedPage(visit, found);
}
