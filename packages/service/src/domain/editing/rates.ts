import Big from "big.js";
import Type from "typebox";
import type { CatalogueFile } from "../../records/catalogue-file.ts";
import { decimal, text } from "../../records/schemas.ts";
import type { Db, Tx } from "../../store/database/database.ts";
import { countPricedIn, examplePrices } from "../../store/editing/change-effects.ts";
import { currencyLine, type RateOrigin, type RateTerms, writeRateTerms } from "../../store/editing/rates.ts";
import { usdPrice } from "../selling/money.ts";
import type { EcbRates } from "./ecb-rates.ts";

/**
 * Exchange rates: units of a currency for one US dollar, before and with the markup. A markup of 3 per cent raises every dollar price
 * of that currency by 3 per cent.
 */

/** A currency's settings. Amounts are decimal strings; the markup is in per cent. */
export interface CurrencyTerms {
  code: string;
  name: string;
  displaySymbol: string;
  active: boolean;
  base: string;
  markup: string;
}

export const currencyTerms = ({ code, name, displaySymbol, active, base, markup }: CurrencyTerms): CurrencyTerms => ({
  code,
  name,
  displaySymbol,
  active,
  base,
  markup,
});

/** Digits of a rate after the decimal point. */
export const rateDigits = 8;

const Rates = Big();
Rates.DP = rateDigits;
Rates.RM = Big.roundHalfUp;

/** Returns the rate with its markup, as partners read it, rounded half up to `rateDigits`. */
export const rateWithMarkup = ({ base, markup }: Pick<CurrencyTerms, "base" | "markup">): string =>
  new Rates(new Big(base).times(100)).div(new Big(markup).plus(100)).toFixed();

/** Returns the units of the currency for one US dollar by the ECB's rates, rounded half up to `rateDigits`; null when the ECB has none. */
export function ecbBaseRate({ perEuro }: EcbRates, code: string): string | null {
  const perUnit = code === "EUR" ? "1" : perEuro.get(code);
  return perUnit === undefined ? null : new Rates(perUnit).div(perEuro.get("USD")!).toFixed();
}

/** The rate of a currency before and after a change, as partners read it. */
export interface CurrencyRepricing {
  code: string;
  before: string;
  after: string;
}

/** Currencies to import, and what changes of their rates. */
interface CurrenciesEdit {
  file: CatalogueFile;
  rates: ReadonlyMap<string, RateTerms>;
  /** Writes the terms of rates that stay. */
  also(tx: Tx): Promise<void>;
  repriced: CurrencyRepricing[];
}

/** Builds the import of these currencies, and the list of the rates that it changes. */
export async function currenciesEdit(
  tx: Tx,
  wanted: readonly CurrencyTerms[],
  origin: RateOrigin,
  options: { by: string; now: Date },
): Promise<CurrenciesEdit> {
  const repriced: CurrencyRepricing[] = [];
  const onlyTerms: [string, RateTerms][] = [];
  for (const currency of wanted) {
    const before = await currencyLine(tx, currency.code);
    const { base, markup } = currency;
    const after = rateWithMarkup(currency);
    if (!before) continue;
    if (!new Big(before.rate).eq(after)) repriced.push({ code: currency.code, before: before.rate, after });
    else if (!new Big(before.base).eq(base) || !new Big(before.markup).eq(markup))
      onlyTerms.push([currency.code, { base, markup, origin }]);
  }
  return {
    repriced,
    file: {
      currencies: wanted.map(({ base, markup, ...currency }) => ({
        ...currency,
        rate: rateWithMarkup({ base, markup }),
      })),
    },
    rates: new Map(wanted.map(({ code, base, markup }) => [code, { base, markup, origin }])),
    also: async (tx) => {
      for (const [code, terms] of onlyTerms) await writeRateTerms(tx, code, terms, options.by, options.now);
    },
  };
}

export const RateEffects = Type.Array(
  Type.Object({
    code: text,
    before: decimal,
    after: decimal,
    products: Type.Integer({
      description: "Products in the partners' catalogue with prices in it. All of them count as changed.",
    }),
    events: Type.Integer({ description: "Coming events, likewise." }),
    examples: Type.Array(
      Type.Object({ product: text, ticket: text, price: decimal, usdBefore: decimal, usdAfter: decimal }),
    ),
  }),
  { description: "The effects of each changed rate." },
);
type RateEffects = Type.Static<typeof RateEffects>;

/** Returns the effect of changed rates on the catalogue. */
export async function rateEffects(db: Db, repriced: readonly CurrencyRepricing[], now: Date): Promise<RateEffects> {
  const counts = await countPricedIn(
    db,
    repriced.map(({ code }) => code),
    now,
  );
  const effects: RateEffects = [];
  for (const [n, { code, before, after }] of repriced.entries()) {
    const examples = (await examplePrices(db, code, now)).map(({ product, ticket, price }) => ({
      product,
      ticket,
      price,
      usdBefore: usdPrice(price, before).toFixed(2),
      usdAfter: usdPrice(price, after).toFixed(2),
    }));
    const { products, events } = counts[n]!;
    effects.push({ code, before, after, products, events, examples });
  }
  return effects;
}
