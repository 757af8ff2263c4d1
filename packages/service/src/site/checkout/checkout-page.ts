import type { PurchaseForm, PurchaseRow } from "../../store/site/purchases.ts";
import { saleTexts } from "../../texts/own-site-sale/index.ts";
import { type Html, html } from "../html.ts";
import { productPath } from "../pages/cards.ts";
import { contactOf, link, type Visit } from "../visit.ts";
import type { Bought } from "./bought.ts";
import { asksNames, besideField, type Field, type FieldError, type FieldGroup } from "./fields.ts";
import { notice, type SalePage, traderName } from "./frame.ts";
import { amountKey, depositMinor, type Standing } from "./purchase.ts";
import {
  eventText,
  type Money,
  moneyText,
  priceText,
  refusalText,
  termsText,
  ticketName,
  timeText,
  zonePlace,
} from "./words.ts";

/** The checkout: the booking, the clock of its hold, the passengers, the ways to pay, and what the law requires before the payment. */

export interface Way {
  /** Of the form: `online:stripe`, `arrival`. */
  value: string;
  label: string;
  help: string;
  button: string;
}

export interface CheckoutParts {
  row: PurchaseRow;
  bought: Bought;
  standing: Standing;
  groups: FieldGroup[];
  form: PurchaseForm;
  /** The chosen way to pay. Null: the first. */
  way: string | null;
  errors: FieldError[];
  /** A message above the form. */
  message: Html | null;
}

export const checkoutPath = ({ lang }: Visit, { code }: PurchaseRow): string => `/${lang}/checkout/${code}`;

/** Returns the address of the page where the tickets were chosen, with the choice. */
export async function backLink(
  visit: Visit,
  {
    productId,
    eventId,
    eventOn,
    tickets,
  }: Pick<PurchaseRow, "productId" | "eventId" | "tickets"> & { eventOn?: string },
): Promise<string> {
  const path = productPath(await visit.catalogue.map(), productId, visit.lang);
  const chosen = Object.fromEntries(tickets.map(({ code, quantity }) => [`ticket-${code}`, `${quantity}`]));
  return link(visit, path, {
    ...(eventOn !== undefined && { date: eventOn.slice(0, 10) }),
    ...(eventId !== "" && { event: eventId }),
    ...chosen,
  });
}

/** Returns the ways to pay that the guest can choose, with the label of the last button for each. */
export function waysOf(visit: Visit, { quote }: Standing): Way[] {
  const { lang, site } = visit;
  const words = saleTexts[lang];
  const amount = quote?.amount;
  if (!amount) return [];
  if (amount.minor === 0) return [{ value: "arrival", label: "", help: "", button: words.button.free }];
  const deposit = depositMinor(site.settings.depositPercent, amount.minor);
  const text = (minor: number) => moneyText(lang, { ...amount, minor });
  const oblige = words.button.oblige(text(amount.minor));
  return site.settings.ways.flatMap((way): Way[] => {
    if (way === "arrival")
      return [{ value: way, label: words.ways.arrival, help: words.ways.arrivalHelp, button: oblige }];
    if (way === "transfer")
      return [
        {
          value: way,
          label: words.ways.transfer,
          help: words.ways.transferHelp(traderName(visit)),
          button: oblige,
        },
      ];
    return quote.providers.map(({ kind, label, test }) => ({
      value: `online:${kind}`,
      label: quote.providers.length === 1 ? words.ways.online : words.ways.onlineBy(label),
      help: [
        test ? words.ways.test : words.ways.onlineHelp,
        ...(deposit === null ? [] : [words.ways.deposit(text(deposit), text(amount.minor - deposit))]),
      ].join(" "),
      button: words.button.pay(text(deposit ?? amount.minor)),
    }));
  });
}

export async function checkoutPage(visit: Visit, parts: CheckoutParts): Promise<SalePage> {
  const { row, standing, errors, message } = parts;
  const { lang } = visit;
  const words = saleTexts[lang];
  const ways = waysOf(visit, standing);
  const back = await backLink(visit, row);
  const isOpen = standing.errors.length === 0 && ways.length > 0;
  return {
    title: errors.length > 0 ? `${words.errors.title} · ${words.checkout.heading}` : words.checkout.heading,
    body: html`<h1>${words.checkout.heading}</h1>
<div class="checkout">
${summary(visit, parts, back)}
<div class="details">
${errors.length > 0 ? errorSummary(lang, errors) : message}
${standing.errors.length > 0 ? unavailable(visit, parts, back) : null}
${isOpen ? checkoutForm(visit, parts, ways) : null}
${standing.errors.length === 0 && ways.length === 0 ? notice("bad", words.ways.none(contactText(visit))) : null}
</div>
</div>`,
  };
}

const contactText = (visit: Visit): string => {
  const { phone, email } = contactOf(visit);
  return [phone, email].filter(Boolean).join(", ") || visit.brand.name;
};

const unavailable = ({ lang }: Visit, { standing, bought }: CheckoutParts, back: string): Html =>
  html`${notice("bad", html`${standing.errors.map(({ message }) => html`<p>${refusalText(bought.content, message)}</p>`)}`)}
<p class="actions"><a class="button" href="${back}">${saleTexts[lang].refused.back}</a></p>`;

export const errorSummary = (lang: Visit["lang"], errors: readonly FieldError[]): Html =>
  notice(
    "bad",
    html`<h2>${saleTexts[lang].errors.title}</h2><p>${saleTexts[lang].errors.summary(errors.length)}</p>
<ul>${errors.map(({ name, text }) => html`<li><a href="#${idOf(name)}">${text}</a></li>`)}</ul>`,
  );

/** Writes what is bought, at its full price. */
function summary(visit: Visit, { row, bought, standing }: CheckoutParts, back: string): Html {
  const { lang } = visit;
  const { product, content, item, event } = bought;
  const words = saleTexts[lang].checkout;
  const { quote } = standing;
  const photo = content.photos[0];
  const lines = quote?.tickets ?? row.tickets.map((one) => ({ ...one, price: null }));
  const hasItems = product.items.length > 1;
  return html`<aside class="bought" aria-labelledby="summary-heading">
<h2 id="summary-heading">${words.summary}</h2>
${photo ? summaryPhoto(visit, photo) : null}
<p class="bought-name">${content.name}${hasItems && item ? html`<br><span class="item">${item.name}</span>` : null}</p>
<p class="when">${eventText(lang, product.productTypeCode, event.eventOn)}</p>
<table class="amounts"><tbody>
${lines
  .filter(({ quantity }) => quantity > 0)
  .map(
    ({ code, quantity, price }) =>
      html`<tr><th scope="row">${quantity} × ${ticketName(content, code)}</th><td>${price ? priceText(lang, price) : null}</td></tr>`,
  )}
</tbody>
${quote?.amount ? totals(lang, quote.amount, quote.price) : null}
</table>
${quote?.amount ? html`<p class="small">${words.includesTax}.</p>` : null}
<h3>${words.terms}</h3>
<ul class="refunds">${termsText(lang, content, event.eventOn).map((line) => html`<li>${line}</li>`)}</ul>
<p class="small"><a href="${back}">${words.change}</a></p>
</aside>`;
}

/** Writes the total and, if the tickets have prices in another currency, what the guest pays for it. */
function totals(lang: Visit["lang"], amount: Money, price: { value: number; currencyCode: string } | null): Html {
  const words = saleTexts[lang].checkout;
  const isConverted = price !== null && price.currencyCode !== amount.currencyCode;
  return html`<tfoot>${isConverted ? html`<tr class="listed"><th scope="row">${words.total}</th><td>${priceText(lang, price)}</td></tr>` : null}
<tr><th scope="row">${isConverted ? words.charged : words.total}</th><td>${moneyText(lang, amount)}</td></tr></tfoot>`;
}

/** The photo, as wide as the column. */
function summaryPhoto(_visit: Visit, { sources, alt, width, height }: Bought["content"]["photos"][number]): Html {
  const set = (type: string) => sources.filter((one) => one.type === type);
  const plain = set("image/webp").find((one) => one.width >= 640) ?? sources.at(-1);
  if (!plain) return html``;
  const list = (type: string) =>
    set(type)
      .map((one) => `${one.url} ${one.width}w`)
      .join(", ");
  return html`<picture>${["image/avif", "image/webp"].map((type) => (list(type) === "" ? null : html`<source type="${type}" srcset="${list(type)}" sizes="(min-width: 60rem) 22rem, (min-width: 40rem) 100vw, 6rem">`))}<img src="${plain.url}" alt="${alt ?? ""}" width="${width}" height="${height}"></picture>`;
}

/** Writes until when the seats are held. The clock runs where scripts do. */
function clock(visit: Visit, { row, bought, standing }: CheckoutParts): Html {
  const { lang, now } = visit;
  const words = saleTexts[lang].clock;
  const { hold } = standing;
  const action = `${visit.site.path}${checkoutPath(visit, row)}/extend`;
  if (!hold) {
    const wasHeld = row.holdId !== null;
    return html`<div class="clock" id="clock" tabindex="-1"><p>${wasHeld ? words.over : words.unheld}</p>
${wasHeld ? html`<button class="button quiet" formaction="${action}" formnovalidate>${words.again}</button>` : null}</div>`;
  }
  const zone = bought.content.timeZone;
  const minutes = Math.max(1, Math.floor((hold.until.getTime() - now.getTime()) / 60_000));
  return html`<div class="clock" id="clock" tabindex="-1" data-seconds="${Math.max(0, Math.round((hold.until.getTime() - now.getTime()) / 1000))}" data-left="${words.left}" data-soon="${words.soon}" data-over="${words.over}" data-again="${words.again}">
<p>${words.held(minutes, timeText(lang, hold.until, zone), zonePlace(zone))}</p>
${hold.extensionsLeft > 0 ? html`<button class="button quiet" formaction="${action}" formnovalidate>${words.extend}</button>` : null}
<p class="spoken" role="status"></p></div>`;
}

function checkoutForm(visit: Visit, parts: CheckoutParts, ways: Way[]): Html {
  const { lang, site } = visit;
  const { row, groups, form, standing, errors } = parts;
  const words = saleTexts[lang];
  const errorOf = (name: string) => errors.find((one) => one.name === name)?.text ?? null;
  const chosen = ways.find(({ value }) => value === parts.way) ?? ways[0]!;
  const amount = standing.quote!.amount!;
  // Without scripts one label stands for every choice.
  const label = ways.length === 1 ? chosen.button : words.button.oblige(moneyText(lang, amount));
  return html`<form method="post" action="${site.path}${checkoutPath(visit, row)}" novalidate data-once data-wait="${words.button.wait}">
<button class="first" tabindex="-1" aria-hidden="true">${label}</button>
${clock(visit, parts)}
<input type="hidden" name="shown" value="${amountKey(amount)}">
<fieldset><legend>${words.checkout.contact}</legend>
${
  asksNames(groups)
    ? null
    : contactField({
        ...{ name: "name", title: words.checkout.name, help: null, type: "text", autocomplete: "name" },
        ...{ value: form.name ?? "", error: errorOf("name") },
      })
}
${contactField({ name: "email", title: words.checkout.email, help: words.checkout.emailHelp, type: "email", autocomplete: "email", value: form.email, error: errorOf("email") })}
${contactField({ name: "phone", title: words.checkout.phone, help: words.checkout.phoneHelp, type: "tel", autocomplete: "tel", value: form.phone, error: errorOf("phone") })}
</fieldset>
${groups.map(
  ({
    passenger,
    fields,
  }) => html`<fieldset><legend>${passenger === null ? words.checkout.questions : words.checkout.traveller(passenger)}</legend>
${fields.map((field) => fieldOf(lang, field, form.answers[field.name] ?? "", errorOf(field.name)))}
</fieldset>`,
)}
${amount.minor === 0 ? html`<input type="hidden" name="way" value="${chosen.value}">` : wayChoice(visit, ways, chosen, errorOf("way"))}
${legal(visit, parts)}
<p class="actions"><button class="button" data-button>${label}</button></p>
</form>`;
}

const idOf = (name: string): string => `f-${name.replaceAll(".", "-")}`;

const described = (name: string, help: string | null, error: string | null): Html => {
  const ids = [help ? `${idOf(name)}-help` : null, error ? `${idOf(name)}-error` : null].filter(Boolean).join(" ");
  return html`${ids === "" ? null : html` aria-describedby="${ids}"`}${error ? html` aria-invalid="true"` : null}`;
};

const around = (
  {
    name,
    title,
    help,
    error,
    optional,
  }: { name: string; title: string; help: string | null; error: string | null; optional?: string | null },
  control: Html,
): Html => html`<div class="field${error ? " wrong" : ""}">
<label for="${idOf(name)}">${title}${optional ? html` <span class="optional">(${optional})</span>` : null}</label>
${help ? html`<p class="help" id="${idOf(name)}-help">${help}</p>` : null}
${error ? html`<p class="error" id="${idOf(name)}-error">${besideField(error)}</p>` : null}
${control}
</div>`;

const contactField = (field: {
  name: string;
  title: string;
  help: string | null;
  type: string;
  autocomplete: string;
  value: string;
  error: string | null;
}): Html =>
  around(
    field,
    html`<input id="${idOf(field.name)}" name="${field.name}" type="${field.type}" autocomplete="${field.autocomplete}" value="${field.value}" required${described(field.name, field.help, field.error)}>`,
  );

const inputTypes = { text: "text", number: "text", date: "date", time: "time" } as const;

export function fieldOf(lang: Visit["lang"], field: Field, value: string, error: string | null): Html {
  const { name, title, help, kind, choices, required, maxLength, autocomplete } = field;
  const words = saleTexts[lang].checkout;
  const common = html`id="${idOf(name)}" name="${name}"${required ? html` required` : null}${described(name, help, error)}`;
  const shown = value === "-" ? "" : value;
  const control =
    kind === "choice"
      ? html`<select ${common}><option value="">${words.choose}</option>${choices.map(({ code, text }) => html`<option value="${code}"${code === shown ? html` selected` : null}>${text}</option>`)}</select>`
      : html`<input ${common} type="${inputTypes[kind]}" value="${shown}"${kind === "number" ? html` inputmode="numeric"` : null}${kind === "text" ? html` maxlength="${maxLength}"` : null}${autocomplete ? html` autocomplete="${autocomplete}"` : html` autocomplete="off"`}>`;
  return around({ name, title, help, error, optional: required ? null : words.optional }, control);
}

function wayChoice(visit: Visit, ways: Way[], chosen: Way, error: string | null): Html {
  const words = saleTexts[visit.lang].ways;
  return html`<fieldset class="ways${error ? " wrong" : ""}" id="f-way"><legend>${words.heading}</legend>
${error ? html`<p class="error">${error}</p>` : null}
${ways.map(
  (way, n) =>
    html`<div class="way"><input type="radio" id="way-${n}" name="way" value="${way.value}" data-label="${way.button}"${way === chosen ? html` checked` : null} aria-describedby="way-${n}-help"><label for="way-${n}">${way.label}</label><p class="help" id="way-${n}-help">${way.help}</p></div>`,
)}
</fieldset>`;
}

/** Says from whom the guest buys, and whether the guest may withdraw: directive 2011/83/EU, articles 6 and 16(l). */
function legal(visit: Visit, { bought }: CheckoutParts): Html {
  const { lang, site } = visit;
  const words = saleTexts[lang].legal;
  const { trader, legal: pages } = site.settings;
  const isOpenDated = bought.product.productTypeCode === "dateless";
  const legalLink = (name: "terms" | "privacy", text: string): Html | null =>
    pages[name][lang]
      ? html`<a href="${link(visit, `/${lang}/legal/${name}`)}" target="_blank" rel="noopener">${text}</a>`
      : null;
  const [terms, privacy] = [legalLink("terms", words.termsLink), legalLink("privacy", words.privacyLink)];
  return html`<div class="legal">
<p>${words.trader} <strong>${traderName(visit)}</strong>${trader.address ? `, ${trader.address}` : null}.
${trader.registration ? `${words.register}: ${trader.registration}. ` : null}${trader.taxNumber ? `${words.taxNumber}: ${trader.taxNumber}.` : null}</p>
<p>${isOpenDated ? words.withdrawal : words.noWithdrawal}</p>
<p>${terms && privacy ? withLinks(words.agree("\u0001", "\u0002"), terms, privacy) : [terms, privacy].some(Boolean) ? html`${terms} ${privacy}` : words.agreeNoPages}</p>
</div>`;
}

/** Puts two links at their places in a sentence. */
function withLinks(sentence: string, first: Html, second: Html): Html {
  const [before = "", rest = ""] = sentence.split("\u0001");
  const [between = "", after = ""] = rest.split("\u0002");
  return html`${before}${first}${between}${second}${after}`;
}
