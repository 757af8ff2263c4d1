import {
  canonicalTerms,
  changedStops,
  type Offer,
  type OfferTerms,
  offerKey,
  offerOf,
  wholeOffer,
} from "../../records/partners/offer.ts";
import { partnerOffer } from "../../store/catalogue/offers.ts";
import type { Db, Tx } from "../../store/database/database.ts";
import { lockOffer, type NamedProduct, offerProducts } from "../../store/offers/offer-products.ts";
import { type OfferEffect, offerEffect, writeOfferTerms } from "../../store/publishing/published-offers.ts";
import { publishChanges } from "../../store/publishing/publishing.ts";
import { type RefusedField, refusal } from "../../texts/field-refusals.ts";
import { dayNumber } from "../selling/dates.ts";

/** Reads and changes what a partner sees and sells: docs/decisions/0068-offers.md. */

export interface StoredOffer {
  terms: OfferTerms;
  revision: number;
  /** The products that the terms name, with all their items. */
  products: NamedProduct[];
}

/** Reads a partner's offer. A partner without one sells everything, at revision 0. */
export async function readOffer(db: Db, partnerId: string): Promise<StoredOffer> {
  const row = await partnerOffer(db, partnerId);
  const terms = row?.terms ?? wholeOffer;
  return { terms, revision: row?.revision ?? 0, products: await offerProducts(db, namedIn(terms)) };
}

const namedIn = ({ products, stops }: OfferTerms): string[] => [
  ...new Set([...products, ...stops].flatMap(({ productId }) => productId ?? [])),
];

/** What a change does: products and items that leave and enter, and the stop-sales that begin and end to count. */
export interface OfferChangeEffect extends OfferEffect {
  stopsBegin: OfferTerms["stops"];
  stopsEnd: OfferTerms["stops"];
}

type Saved =
  | { outcome: "saved"; effect: OfferChangeEffect; before: OfferTerms; after: OfferTerms; revision: number }
  | { outcome: "changed-meanwhile" }
  | { outcome: "refused"; problems: RefusedField[] };

/**
 * Changes a partner's offer, or with `dryRun` only returns the effect. A change of the set gets the catalogue's next version: what leaves is
 * deleted in the partner's lists of changes, what enters is updated. `revision`: of the offer as the operator read it.
 */
export async function saveOffer(
  tx: Tx,
  partnerId: string,
  { terms, revision, dryRun }: { terms: OfferTerms; revision: number; dryRun: boolean },
  now: Date,
): Promise<Saved> {
  await lockOffer(tx, partnerId);
  const stored = await partnerOffer(tx, partnerId);
  if ((stored?.revision ?? 0) !== revision) return { outcome: "changed-meanwhile" };
  const after = canonicalTerms(terms);
  const problems = termsProblems(terms, new Map((await offerProducts(tx, namedIn(after))).map((one) => [one.id, one])));
  if (problems.length > 0) return { outcome: "refused", problems };
  const before = stored?.terms ?? wholeOffer;
  const [was, is] = [preparedOffer(partnerId, before), preparedOffer(partnerId, after)];
  const effect = {
    ...(await offerEffect(tx, { before: was, after: is })),
    stopsBegin: changedStops(before.stops, after.stops).filter((stop) => after.stops.includes(stop)),
    stopsEnd: changedStops(before.stops, after.stops).filter((stop) => before.stops.includes(stop)),
  };
  const saved = { outcome: "saved", effect, before, after } as const;
  if (dryRun) return { ...saved, revision };
  if (was.key !== is.key) await publishChanges(tx, { offer: { before: was, after: is, terms: after } }, now);
  else if (stored) await writeOfferTerms(tx, partnerId, after);
  return { ...saved, revision: (await partnerOffer(tx, partnerId))?.revision ?? 0 };
}

/** Terms before they have a version. */
const preparedOffer = (partnerId: string, terms: OfferTerms): Offer =>
  offerOf({ partnerId, version: 0, key: offerKey(terms) }, terms);

/** Returns the fields of terms that cannot be saved. `known`: the products that the terms name. */
function termsProblems(
  { sells, products, stops }: OfferTerms,
  known: ReadonlyMap<string, NamedProduct>,
): RefusedField[] {
  const problemOf = (productId: string, itemIds: readonly string[], pointer: string, itemAt: (n: number) => string) => {
    const product = known.get(productId.toLowerCase());
    if (!product) return [{ pointer, ...refusal("no-such-product", { value: productId }) }];
    return itemIds.flatMap((itemId, n) =>
      product.items.some(({ id }) => id === itemId.toLowerCase())
        ? []
        : [{ pointer: itemAt(n), ...refusal("no-such-item", { product: product.name, value: itemId }) }],
    );
  };
  return [
    ...(sells === "only" && products.length === 0 ? [{ pointer: "/products", ...refusal("missing") }] : []),
    ...products.flatMap(({ productId, itemIds }, n) =>
      problemOf(productId, itemIds ?? [], `/products/${n}/productId`, (at) => `/products/${n}/itemIds/${at}`),
    ),
    ...stops.flatMap(({ productId, itemId, from, to }, n) => {
      const at = `/stops/${n}`;
      const days = Object.entries({ from, to }).filter(([, day]) => dayNumber(day) === null);
      return [
        ...days.map(([name, day]) => ({ pointer: `${at}/${name}`, ...refusal("not-in-calendar", { value: day }) })),
        ...(days.length === 0 && to < from
          ? [{ pointer: `${at}/to`, ...refusal("ends-before-start", { later: to, earlier: from }) }]
          : []),
        ...(productId === null
          ? itemId === null
            ? []
            : [{ pointer: `${at}/itemId`, ...refusal("item-needs-product") }]
          : problemOf(productId, itemId === null ? [] : [itemId], `${at}/productId`, () => `${at}/itemId`)),
      ];
    }),
  ];
}
