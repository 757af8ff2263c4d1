import { type RawBuilder, sql } from "kysely";

/** Records of planted products and items, as SQL over the number `n`. */

/** Fields that differ from product to product, each an SQL expression. */
interface Varied {
  name: string;
  currencyCode: RawBuilder<unknown>;
  timeZone: RawBuilder<unknown>;
  allPassengerNames: RawBuilder<unknown>;
}

export const plannedProduct = (
  externalId: RawBuilder<unknown>,
  { name, currencyCode, timeZone, allPassengerNames }: Varied,
): RawBuilder<unknown> => sql`jsonb_build_object('externalId', ${externalId}, 'type', 'scheduled', 'name', ${name}::text || n,
  'cityCode', 'M' || n % 40, 'immediateBooking', true, 'leadPurchaseDay', 0, 'cancelPurchaseHour', 24,
  'currencyCode', ${currencyCode}, 'timeZone', ${timeZone},
  'location', jsonb_build_object('venue', 'Venue ' || n, 'address', 'Street ' || n, 'latitude', 40, 'longitude', -3),
  'questions', jsonb_build_object('allPassengerNames', ${allPassengerNames}, 'allPassengerWeights', false, 'hotel', false,
    'airportFlight', false))`;

/** The only item of `product`, with a ticket rule for each code. */
export const plannedItem = (partNumber: string, codes: string[]): RawBuilder<unknown> => {
  const ticketRules = codes.map((code, n) => ({
    code,
    minQuantity: n === 0 ? 1 : 0,
    maxQuantity: 10,
    defaultQuantity: n === 0 ? 2 : 0,
    incrementQuantity: 1,
  }));
  return sql`jsonb_build_object('externalId', external_id, 'name', name, 'partNumber', ${partNumber}::text,
    'ticketRules', ${JSON.stringify(ticketRules)}::jsonb)`;
};
