import Type from "typebox";
import { count } from "../../records/schemas.ts";
import type { Db } from "../database/database.ts";
import { onlyRow } from "../database/rows.ts";
import { sitePages } from "./sites.ts";

/** What a site still lacks before its first sale. */

export const SiteState = Type.Object({
  pages: Type.Integer({ description: "Published pages of the site." }),
  products: Type.Integer({ description: "Published products." }),
  productsWithoutPage: count,
  productsWithoutPhoto: count,
  productsWithoutDates: Type.Integer({ description: "Published products without an event that can still be bought." }),
  keyValid: Type.Boolean({
    description: "Whether the site's key of the partner interface is valid. Without it the site is empty.",
  }),
});
type SiteState = Type.Static<typeof SiteState>;

export async function siteState(db: Db, code: string): Promise<SiteState> {
  const pages = await sitePages(db, code);
  const shown = pages.flatMap(({ productId }) => (productId === null ? [] : [productId]));
  const row = await onlyRow(db)<Omit<SiteState, "pages">>`
    select count(*)::int as products,
      count(*) filter (where not p.id = any(${shown}::uuid[]))::int as "productsWithoutPage",
      count(*) filter (where jsonb_array_length(p.photos) = 0)::int as "productsWithoutPhoto",
      count(*) filter (where not coalesce(s.has_availability, false))::int as "productsWithoutDates",
      exists (select 1 from site_key o join api_key k on k.id = o.key_id
        where o.white_label = ${code} and k.revoked_at is null) as "keyValid"
    from product p left join product_state s on s.product_id = p.id where p.published and not p.deleted`;
  return { pages: pages.length, ...row };
}
