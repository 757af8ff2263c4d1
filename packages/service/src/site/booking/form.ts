import type { Content, Event, Language } from "@paseo/contract";
import { minorDigits } from "@paseo/contract/typed-numbers";
import { isExtra } from "../../records/tickets/ticket-sizes.ts";
import { siteTexts } from "../../texts/own-site.ts";
import { saleTexts } from "../../texts/own-site-sale/index.ts";
import { texts } from "../../texts/texts.ts";
import { quote } from "../checkout/interface.ts";
import { moneyText, refusalText } from "../checkout/words.ts";
import { amountText, converted } from "../format.ts";
import { type Html, html } from "../html.ts";
import { langAttribute, otherCurrency } from "../pages/cards.ts";
import { textLanguage } from "../pages/product-texts.ts";
import { link, type Visit } from "../visit.ts";
import {
  type Booked,
  type OfferedTicket,
  offeredTickets,
  type Sum,
  sumOf,
  usdOf,
  withCheckedSteps,
} from "./tickets.ts";

/** The form with the tickets of an event. It begins a purchase; without a script, another button of it computes the total. */

export async function ticketForm(
  visit: Visit,
  { product, content, path }: Booked,
  event: Event,
  { date }: { date?: string },
): Promise<Html> {
  const { catalogue, lang, currency, charged, site } = visit;
  const words = siteTexts[lang].booking;
  const rate = (await catalogue.currencies()).get(content.currencyCode)?.rate ?? 1;
  const offered = offeredTickets(event, { product, content, query: visit.query });
  const tickets = await withCheckedSteps(visit, event, offered, rate);
  const problems = (await problemsOf(visit, event, tickets)).map((message) => refusalText(content, message));
  const sum = sumOf(tickets, rate)!;
  const isConverted = charged !== null && charged.code !== sum.currencyCode;
  const other = otherCurrency(visit, sum.currencyCode);
  // What is charged has a line of its own.
  const shown = isConverted && other?.code === charged.code ? null : other;
  const data = {
    tickets: tickets.map((ticket) => dataOf(ticket, rate)),
    currency: { code: sum.currencyCode, digits: minorDigits(sum.currencyCode) },
    locale: texts[lang].locale,
    ...(shown && { other: { code: shown.code, rate: shown.rate, digits: minorDigits(shown.code) } }),
    about: siteTexts[lang].price.about("{amount}"),
    none: words.noTickets,
  };
  return html`<form class="tickets" method="post" action="${link(visit, `/${lang}/book`)}" data-sum="${JSON.stringify(data)}">
<h3 id="step" tabindex="-1">${words.chooseTickets}</h3>
<input type="hidden" name="product" value="${product.id}">
<input type="hidden" name="event" value="${event.id}">
${date !== undefined && html`<input type="hidden" name="date" value="${date}">`}
${currency && html`<input type="hidden" name="currency" value="${currency.code}">`}
${problems.length > 0 && html`<div class="problem" role="alert"><ul>${problems.map((message) => html`<li>${message}</li>`)}</ul></div>`}
${tickets.map((ticket, n) => ticketRow(lang, content, ticket, n))}
<p class="total"><span>${words.total}</span> <output id="total" aria-live="polite">${sumHtml(lang, sum, shown)}</output></p>
${isConverted && html`<p class="total charged"><span>${saleTexts[lang].checkout.charged}</span> <output data-charged>${await chargedHtml(visit, event, tickets)}</output></p>`}
<p class="note">${words.taxIncluded}. ${words.noPayment}</p>
<p class="buttons"><button class="button wide">${words.submit}</button>
<button class="button quiet wide no-script" formmethod="get" formaction="${site.path}${path}#booking" formnovalidate>${words.update}</button></p>
<p class="problem" data-none hidden></p>
</form>`;
}

/** Writes what guests pay for a selection, as the service computes it. A dash: it cannot be bought so. */
async function chargedHtml(visit: Visit, { id }: Event, tickets: readonly OfferedTicket[]): Promise<Html> {
  const selection = { id, tickets: chosenOf(tickets) };
  const amount = selection.tickets.length > 0 ? (await quote(visit, selection)).amount : null;
  return html`<b>${amount ? moneyText(visit.lang, amount) : "–"}</b>`;
}

const sumHtml = (lang: Language, sum: Sum, other: Visit["currency"]): Html =>
  html`<b>${amountText(lang, sum)}</b>${
    other &&
    html` <small class="about">${siteTexts[lang].price.about(amountText(lang, converted(sum.usd, other)))}</small>`
  }`;

const chosenOf = (tickets: readonly OfferedTicket[]) =>
  tickets.filter(({ quantity }) => quantity > 0).map(({ code, quantity }) => ({ code, quantity }));

/** Why the chosen tickets cannot be sold, in the words of the service. Nothing is said of quantities that nobody has chosen. */
async function problemsOf(visit: Visit, event: Event, tickets: readonly OfferedTicket[]): Promise<string[]> {
  if (![...visit.query.keys()].some((name) => name.startsWith("ticket-"))) return [];
  const selection = chosenOf(tickets);
  if (selection.length === 0) return [siteTexts[visit.lang].booking.noTickets];
  const { isValid, errors } = await visit.catalogue.validate(visit.lang, { id: event.id, tickets: selection });
  return isValid ? [] : (errors ?? []).map(({ message }) => message);
}

/** What the script needs for the running total: amounts in the currency and in US dollars. */
export function dataOf({ code, people, peoplePerTicket, rule, prices }: OfferedTicket, rate: number) {
  const { price, steps = [], stepsCount, stepsApply } = prices;
  return {
    code,
    people,
    ...(peoplePerTicket !== undefined && { per: peoplePerTicket, max: rule.maxQuantity }),
    steps: [{ from: 1, price }, ...steps].map((one) => [one.from, one.price, usdOf(one.price, rate).toFixed(2)]),
    ...(stepsCount && { byPeople: true }),
    ...(stepsApply && { further: true }),
  };
}

function ticketRow(lang: Language, content: Content, ticket: OfferedTicket, n: number): Html {
  const words = siteTexts[lang].booking;
  const { code, rule, quantity } = ticket;
  const index = content.ticketTypes.findIndex((one) => one.code === code);
  const type = content.ticketTypes[index];
  const name = type?.name ?? code;
  const { minQuantity: min, maxQuantity: max, incrementQuantity: increment } = rule;
  const button = (kind: "less" | "more") =>
    html`<button type="button" class="step" data-step="${kind}" aria-controls="ticket-${n}" aria-label="${kind === "less" ? words.fewer(name) : words.more(name)}" hidden>${kind === "less" ? "−" : "+"}</button>`;
  return html`<div class="row"><div><label for="ticket-${n}"${langAttribute(textLanguage(content, `/ticketTypes/${index}/name`))}>${name}</label>
<small class="terms" id="ticket-${n}-about">${factsOf(lang, ticket, type).join(" · ")}${
    type?.conditions &&
    html` <span${langAttribute(textLanguage(content, `/ticketTypes/${index}/conditions`))}>${type.conditions}</span>`
  }</small></div>
<div class="stepper">${button("less")}<input id="ticket-${n}" name="ticket-${code}" type="number" inputmode="numeric" min="${min}" max="${max}" step="${increment}" value="${quantity}" aria-describedby="ticket-${n}-about" autocomplete="off">${button("more")}</div></div>
`;
}

/** What a visitor should know of a ticket: its price, its prices by number, for whom it is, and how many can be bought. */
function factsOf(lang: Language, ticket: OfferedTicket, type: Content["ticketTypes"][number] | undefined): string[] {
  const words = siteTexts[lang].booking;
  const { prices, people, wholeEvent, peoplePerTicket, currencyCode, rule } = ticket;
  const amount = (price: string) =>
    Number(price) === 0 ? siteTexts[lang].price.free : amountText(lang, { value: Number(price), currencyCode });
  const step = prices.stepsCount ? words.stepPeople : prices.stepsApply ? words.stepFurther : words.step;
  // Two of a ticket that is sold by twos cost twice the price.
  const isByNumber = rule.incrementQuantity > 1 && Number(prices.price) > 0;
  return [
    isByNumber ? words.each(amount(prices.price)) : amount(prices.price),
    ...(prices.steps ?? []).map(({ from, price }) => step(from, amount(price))),
    ...(type && (type.ageFrom !== null || type.ageTo !== null) ? [words.ages(type.ageFrom, type.ageTo)] : []),
    ...(wholeEvent ? [words.wholeEvent] : []),
    ...(people > 1 ? [words.standsFor(people)] : []),
    ...(isExtra(ticket) ? [words.extra] : []),
    ...(peoplePerTicket === undefined ? [] : [words.perPeople(peoplePerTicket)]),
    ...(rule.minQuantity > 0 ? [words.required(rule.minQuantity)] : []),
    ...(rule.incrementQuantity > 1 ? [words.inSteps(rule.incrementQuantity)] : []),
  ];
}
