import type { Currency, Language } from "@paseo/contract";
import { type BrandColours, brandColours } from "../../domain/operators/brand-colours.ts";
import { siteUrl } from "../../domain/site/site-addresses.ts";
import { widgetTexts } from "../../texts/own-site-widget.ts";
import { texts } from "../../texts/texts.ts";
import type { Day, SiteCatalogue } from "../catalogue.ts";
import type { ActiveSite } from "../directory.ts";
import { amountText, converted } from "../format.ts";
import { type GuestPrice, monthPrices } from "../guest-price.ts";

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
  const days = await catalogue.days(productId, now);
  const open = days.filter(({ openEvents }) => openEvents > 0);
  const today = now.toISOString().slice(0, 7);
  const [first = today, last = today] = [days[0]?.date.slice(0, 7), days.at(-1)?.date.slice(0, 7)];
  const month = asked.month ?? open[0]?.date.slice(0, 7) ?? first;
  const prices = await monthPrices(asked, found, { days, month });
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
      days.flatMap((day) =>
        day.date.startsWith(month) ? [[day.date, dayOf(day, prices.get(day.date), { lang, currency })]] : [],
      ),
    ),
    words: { locale: texts[lang].locale, ...widgetTexts[lang] },
    colours: light && dark ? [light.accent, light.onAccent, dark.accent, dark.onAccent] : null,
  };
}

/** A day: whether it can be booked, and its price for a guest in full and as short as fits into a cell. */
function dayOf(
  { openEvents, soldOut }: Day,
  guest: GuestPrice | undefined,
  { lang, currency }: Pick<AskedMonth, "lang" | "currency">,
) {
  if (openEvents === 0) return { open: false, soldOut };
  const price = guest && (currency ? converted(guest.usdPrice.value, currency) : guest.price);
  return price
    ? { open: true, price: amountText(lang, price), short: amountText(lang, price, "narrowSymbol") }
    : { open: true };
}
