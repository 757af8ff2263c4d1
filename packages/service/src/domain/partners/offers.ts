import { type Offer, offerOf } from "../../records/partners/offer.ts";
import { partnerOffer } from "../../store/catalogue/offers.ts";
import type { Db } from "../../store/database/database.ts";

/** Reads what a partner sees and sells; undefined: the public set. */
export async function offerOfPartnerId(db: Db, id: string): Promise<Offer | undefined> {
  const row = await partnerOffer(db, id);
  return row ? offerOf({ ...row, partnerId: id }, row.terms) : undefined;
}
