import { type PartnerLanguage, partnerLanguages } from "../api/languages.ts";
import type { ApiAnswer, RequestBody } from "../api/types.ts";

export type Site = ApiAnswer<"sites.show">;
export type SiteSettings = Site["settings"];
type Texts = Record<PartnerLanguage, string>;

export const legalPages = ["terms", "privacy", "notice"] as const;
export const waysToPay = ["online", "arrival", "transfer"] as const;
export const traderFields = ["name", "address", "registration", "taxNumber", "email", "phone"] as const;

/** The values of the form of settings. */
export interface SiteValues {
  name: Texts;
  lead: Texts;
  colour: string;
  logo: string;
  photo: string;
  languages: string[];
  currencies: string[];
  ways: string[];
  depositPercent: string;
  trader: Record<(typeof traderFields)[number], string>;
  complaintBook: string;
  legal: Record<(typeof legalPages)[number], Texts>;
  analytics: { script: string; attributes: string };
}

const mapped = <Name extends string, Value>(names: readonly Name[], make: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;

const textsOf = (texts: Partial<Texts>): Texts => mapped(partnerLanguages, (lang) => texts[lang] ?? "");
const filledTexts = (texts: Texts): Partial<Texts> =>
  Object.fromEntries(partnerLanguages.flatMap((lang) => (texts[lang].trim() ? [[lang, texts[lang].trim()]] : [])));

export const siteValues = (settings: SiteSettings): SiteValues => ({
  name: textsOf(settings.name),
  lead: textsOf(settings.lead),
  colour: settings.colour ?? "",
  logo: settings.logo ?? "",
  photo: settings.photo ?? "",
  languages: settings.languages,
  currencies: settings.currencies,
  ways: settings.ways,
  depositPercent: settings.depositPercent === null ? "" : `${settings.depositPercent}`,
  trader: mapped(traderFields, (name) => settings.trader[name] ?? ""),
  complaintBook: settings.complaintBook ?? "",
  legal: mapped(legalPages, (page) => textsOf(settings.legal[page])),
  analytics: {
    script: settings.analytics?.script ?? "",
    attributes: Object.entries(settings.analytics?.attributes ?? {})
      .map(([name, value]) => `${name}=${value}`)
      .join("\n"),
  },
});

/** Returns the attributes of lines such as `data-domain=example.com`, or null if a line is no attribute. */
export function attributesOf(text: string): Record<string, string> | null {
  const lines = text.split("\n").flatMap((line) => (line.trim() ? [line.trim()] : []));
  const found = lines.map((line) => /^(data-[a-z-]{1,40})=(.{0,200})$/.exec(line));
  return found.every((one) => one !== null) ? Object.fromEntries(found.map(([, name, value]) => [name, value])) : null;
}

const orNull = (text: string): string | null => text.trim() || null;

export function settingsOf(values: SiteValues): SiteSettings {
  const { analytics, trader, legal } = values;
  return {
    name: filledTexts(values.name),
    lead: filledTexts(values.lead),
    colour: orNull(values.colour),
    logo: orNull(values.logo),
    photo: orNull(values.photo),
    languages: values.languages as SiteSettings["languages"],
    currencies: values.currencies,
    ways: values.ways as SiteSettings["ways"],
    depositPercent: values.depositPercent.trim() ? Number(values.depositPercent) : null,
    trader: mapped(traderFields, (name) => orNull(trader[name])),
    complaintBook: orNull(values.complaintBook),
    legal: mapped(legalPages, (page) => filledTexts(legal[page])),
    analytics: analytics.script.trim()
      ? { script: analytics.script.trim(), attributes: attributesOf(analytics.attributes) ?? {} }
      : null,
  };
}

/** Returns what a request needs to change a site, with everything else as it is. */
export const changed = (
  { host, path, enabled, settings, revision }: Site,
  changes: Partial<RequestBody<"sites.update">>,
): RequestBody<"sites.update"> => ({ host, path, enabled, settings, revision, ...changes });

export const isPath = (text: string): boolean => /^(\/[a-z0-9-]+)+$/.test(text) && text.length <= 100;
export const isHost = (text: string): boolean =>
  /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+(:\d{1,5})?$/.test(text) && text.length <= 255;

/** Returns the path that an operator means: `tours` and `/Tours/` are `/tours`. */
export const typedPath = (text: string): string => {
  const path = text.trim().toLowerCase().replace(/\/+$/, "");
  return path === "" || path.startsWith("/") ? path : `/${path}`;
};

/** Returns the host that an operator means, also of a pasted address such as `https://tours.example.com/`. */
export const typedHost = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/\/+$/, "");

/** What a guest reads where the calendar cannot be shown. */
const calendarLinks: Record<PartnerLanguage, string> = {
  es: "Ver fechas y precios",
  pt: "Ver datas e preços",
  en: "See dates and prices",
};

/** Returns the lines that show the calendar of a product on any page: docs/how-to/put-the-calendar-on-your-site.md. */
export function calendarCode(url: string, { id }: { id: string }, lang: PartnerLanguage): string {
  return `<script async src="${url}/calendar.js"></script>
<paseo-calendar product="${id}" lang="${lang}">
  <a href="${url}/${lang}/activity/${id}">${calendarLinks[lang]}</a>
</paseo-calendar>`;
}

/** Where a site is, as a form has it. */
export interface AddressValues {
  where: "path" | "host";
  path: string;
  host: string;
}

export const addressOf = ({ where, path, host }: AddressValues): { host: string | null; path: string } =>
  where === "path" ? { host: null, path: typedPath(path) } : { host: typedHost(host), path: "" };

/** Returns the names of things that a site still lacks before its first sale. `hasLetters`: guests get a confirmation by e-mail. */
export function missingSteps(site: Site, hasLetters: boolean): { step: Step; isDone: boolean; n: number }[] {
  const { settings, products } = site;
  const isDone: Record<Step, boolean> = {
    key: site.keyValid,
    product: products > 0,
    dates: site.productsWithoutDates < products,
    pages: products > 0 && site.productsWithoutPage === 0,
    photos: products > 0 && site.productsWithoutPhoto === 0,
    trader: settings.trader.name !== null && settings.trader.address !== null,
    terms: settings.languages.every((lang) => settings.legal.terms[lang]),
    payment: settings.ways.some((way) => way !== "online" || site.paymentKinds.length > 0),
    letters: hasLetters,
  };
  const n: Partial<Record<Step, number>> = {
    dates: site.productsWithoutDates,
    pages: site.productsWithoutPage,
    photos: site.productsWithoutPhoto,
  };
  return steps.flatMap((step) =>
    // A valid key is no step of the operator.
    step === "key" && isDone.key ? [] : [{ step, isDone: isDone[step], n: n[step] ?? 0 }],
  );
}

const steps = ["key", "product", "dates", "pages", "photos", "trader", "terms", "payment", "letters"] as const;
export type Step = (typeof steps)[number];
