import type { Currency, DayAvailability, Language, Price } from "@paseo/contract";
import { minorDigits } from "@paseo/contract/typed-numbers";
import Big from "big.js";
import { type BrandColours, brandColours } from "../../domain/operators/brand-colours.ts";
import { siteUrl } from "../../domain/site/site-addresses.ts";
import { widgetTexts } from "../../texts/own-site-widget.ts";
import type { SiteCatalogue } from "../catalogue.ts";
import type { ActiveSite } from "../directory.ts";

/** The data of the calendar on other sites: one product and one month. */

/** Days follow the time in steps of five minutes, as availability does. */
export const stepMs = 300_000;

export interface AskedMonth {
  site: ActiveSite;
  catalogue: SiteCatalogue;
  /** The operator's colours, for a site without its own. */
  colours: BrandColours | null;
  productId: string;
  lang: Language;
  /** Undefined: the first month with a day that can be booked. */
  month: string | undefined;
  currency: Currency | null;
  publicUrl: string;
  now: Date;
}

/** Returns the month as the script reads it. Null: the site does not sell the product. */
export async function widgetMonth(asked: AskedMonth) {
  const { site, catalogue, productId, lang, currency, publicUrl, now } = asked;
  const found = await catalogue.product(productId, lang);
  if (!found) return null;
  const step = Math.floor(now.getTime() / stepMs);
  const days = await catalogue.detail(`widget ${step} ${productId}`, () =>
    Array.fromAsync(site.client.in(lang).availability({ productId })),
  );
  const open = days.filter(({ openEvents }) => openEvents > 0);
  const today = now.toISOString().slice(0, 7);
  const [first = today, last = today] = [days[0]?.date.slice(0, 7), days.at(-1)?.date.slice(0, 7)];
  const month = asked.month ?? open[0]?.date.slice(0, 7) ?? first;
  const base = siteUrl(site, publicUrl);
  const page = (await catalogue.map()).ofProduct(productId, lang)?.urls[lang];
  const url = new URL(page ?? `${base}/${lang}/activity/${productId}`, base);
  if (currency) url.searchParams.set("currency", currency.code);
  const { light, dark } = (site.settings.colour === null ? asked.colours : brandColours(site.settings.colour)) ?? {};
  return {
    name: found.content.name,
    url: url.href,
    ...{ month, first, last },
    days: Object.fromEntries(
      days.flatMap((day) => (day.date.startsWith(month) ? [[day.date, dayOf(day, lang, currency)]] : [])),
    ),
    words: widgetTexts[lang],
    colours: light && dark ? [light.accent, light.onAccent, dark.accent, dark.onAccent] : null,
  };
}

/** A day: whether it can be booked, and its lowest price in full and as short as fits into a cell. */
function dayOf(
  { openEvents, soldOut, minPrice, minUsdPrice }: DayAvailability,
  lang: Language,
  currency: Currency | null,
) {
  if (openEvents === 0) return { open: false, soldOut };
  const price = currency && minUsdPrice ? converted(minUsdPrice, currency) : minPrice;
  return price
    ? { open: true, price: amount(lang, price, "symbol"), short: amount(lang, price, "narrowSymbol") }
    : { open: true };
}

/** Returns an amount in another currency, rounded up: it is never less than what is charged. */
const converted = ({ value }: Price, { code, rate }: Currency): Price => ({
  currencyCode: code,
  value: new Big(value).times(rate).round(minorDigits(code), Big.roundUp).toNumber(),
});

const formats = new Map<string, Intl.NumberFormat>();

function amount(lang: Language, { value, currencyCode }: Price, currencyDisplay: "symbol" | "narrowSymbol"): string {
  const key = `${lang} ${currencyCode} ${currencyDisplay}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(widgetTexts[lang].locale, {
      ...{ style: "currency", currency: currencyCode, currencyDisplay },
      trailingZeroDisplay: "stripIfInteger",
    });
  formats.set(key, format);
  return format.format(value);
}
