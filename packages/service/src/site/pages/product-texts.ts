import type { Content, Language, Product } from "@paseo/contract";
import { mapLink, pointLink } from "../../texts/map-link.ts";
import { siteTexts } from "../../texts/own-site.ts";
import { capitalized, durationText, languageName } from "../format.ts";
import { type Html, html } from "../html.ts";
import { icon } from "../icons.ts";
import { descriptionHtml } from "../markdown.ts";
import type { Visit } from "../visit.ts";
import { langAttribute } from "./cards.ts";

/** What a traveller reads of a product before buying. */

/** Returns the language of a text, if it is not the page's. */
export const textLanguage = ({ otherLanguages }: Pick<Content, "otherLanguages">, pointer: string) =>
  otherLanguages.find((one) => one.pointer === pointer)?.lang;

export function factsHtml(lang: Language, content: Content, product: Product): Html {
  const words = siteTexts[lang].product;
  const { durationMinutes, groupSize, minimumAge } = content;
  const spoken = [...new Set([content, ...content.items].flatMap(({ guideLanguages }) => guideLanguages))];
  const free = freeCancellation(lang, content, product);
  const facts: [Parameters<typeof icon>[0], string, string | null][] = [
    ["clock", words.duration, durationMinutes === null ? null : durationText(lang, durationMinutes)],
    ["speech", words.spoken, spoken.map((tag) => capitalized(languageName(lang, tag))).join(", ") || null],
    ["people", words.groupSize, groupSize === null ? null : words.people(groupSize)],
    ["child", words.minimumAge, minimumAge === null ? null : words.years(minimumAge)],
    ["check", words.cancellation, free],
  ];
  return html`<section class="glance" aria-label="${words.facts}"><dl>${facts.flatMap(([name, label, value]) =>
    value === null
      ? []
      : [html`<div${name === "check" && html` class="wide"`}>${icon(name)}<dt>${label}</dt><dd>${value}</dd></div>`],
  )}</dl></section>`;
}

export function contentSections(visit: Visit, content: Content, product: Product): Html {
  const { lang } = visit;
  const words = siteTexts[lang].product;
  const { description } = content;
  const marked = (pointer: string) => langAttribute(textLanguage(content, pointer));
  const lines = (heading: string, field: Lines, kind: "check" | "cross" | "dot") =>
    content[field].length > 0 &&
    html`<section><h2>${heading}</h2>${linesHtml(content[field], (n) => marked(`/${field}/${n}`), kind)}</section>`;
  return html`${lines(words.highlights, "highlights", "dot")}
${description && html`<section><h2>${words.about}</h2><div class="text"${marked("/description")}>${descriptionHtml(description)}</div></section>`}
${optionsHtml(lang, content)}
${
  (content.included.length > 0 || content.notIncluded.length > 0) &&
  html`<div class="pair">${lines(words.included, "included", "check")}${lines(words.notIncluded, "notIncluded", "cross")}</div>`
}
${lines(words.bring, "whatToBring", "dot")}
${lines(words.restrictions, "restrictions", "dot")}
${placesHtml(lang, content)}
${pickupHtml(lang, content)}
${lines(words.accessibility, "accessibility", "dot")}
${refundHtml(lang, content, product)}
${contactHtml(lang, content)}`;
}

type Lines = "highlights" | "included" | "notIncluded" | "whatToBring" | "restrictions" | "accessibility";

const linesHtml = (
  lines: readonly string[],
  marked: (n: number) => Html | undefined,
  kind: "check" | "cross" | "dot",
): Html =>
  html`<ul class="points ${kind}">${lines.map(
    (line, n) => html`<li>${kind !== "dot" && icon(kind)}<span${marked(n)}>${line}</span></li>`,
  )}</ul>`;

function optionsHtml(lang: Language, content: Content): Html | null {
  if (content.items.length < 2) return null;
  const words = siteTexts[lang].product;
  const marked = (pointer: string) => langAttribute(textLanguage(content, pointer));
  return html`<section><h2>${words.options}</h2><ul class="options">${content.items.map((item, n) => {
    const spoken = item.guideLanguages.map((tag) => capitalized(languageName(lang, tag))).join(", ");
    const facts = [item.durationMinutes === null ? "" : durationText(lang, item.durationMinutes), spoken];
    const known = facts.filter((one) => one !== "").join(" · ");
    return html`<li><h3${marked(`/items/${n}/name`)}>${item.name}</h3>${known !== "" && html`<p class="note">${known}</p>`}${
      item.description &&
      html`<div class="text"${marked(`/items/${n}/description`)}>${descriptionHtml(item.description)}</div>`
    }${
      item.included.length > 0 && linesHtml(item.included, (line) => marked(`/items/${n}/included/${line}`), "check")
    }${
      item.notIncluded.length > 0 &&
      linesHtml(item.notIncluded, (line) => marked(`/items/${n}/notIncluded/${line}`), "cross")
    }</li>`;
  })}</ul></section>`;
}

/** Where travellers meet, else where it is. The map is a link: the page loads nothing of others. */
function placesHtml(lang: Language, content: Content): Html {
  const words = siteTexts[lang].product;
  const { location, meetingPoints } = content;
  const shown = meetingPoints.length > 0 ? meetingPoints : [];
  const marked = (pointer: string) => langAttribute(textLanguage(content, pointer));
  const place = html`<p><b>${location.venue}</b><br>${location.address}${mapHtml(words.map, mapLink(location))}</p>`;
  if (shown.length === 0) return html`<section><h2>${words.place}</h2>${place}</section>`;
  return html`<section><h2>${words.meeting}</h2>${shown.map(
    (
      point,
      n,
    ) => html`<p><b${marked(`/meetingPoints/${n}/name`)}>${point.name}</b>${point.address && html`<br>${point.address}`}${mapHtml(words.map, pointLink(point))}</p>
${(point.arriveMinutesBefore !== null || point.instructions) && html`<p>${point.arriveMinutesBefore !== null && html`${words.arrive(point.arriveMinutesBefore)} `}${point.instructions && html`<span${marked(`/meetingPoints/${n}/instructions`)}>${point.instructions}</span>`}</p>`}`,
  )}</section><section><h2>${words.place}</h2>${place}</section>`;
}

const mapHtml = (words: string, address: string | null): Html | null =>
  address === null ? null : html`<br><a href="${address}" rel="noopener">${icon("pin")} ${words}</a>`;

function pickupHtml(lang: Language, { pickups }: Content): Html | null {
  if (pickups === null) return null;
  const words = siteTexts[lang].product;
  const { places, areas, ownText } = pickups;
  return html`<section><h2>${words.pickup}</h2>
${areas.length > 0 && html`<p>${areas.join(", ")}</p>`}
${
  places.length > 0 &&
  html`<ul class="points dot">${places.map(
    ({ name, address, minutesBefore }) =>
      html`<li><span><b>${name}</b>${address && `, ${address}`}${minutesBefore !== null && html`<br><small>${words.pickupAt(minutesBefore)}</small>`}</span></li>`,
  )}</ul>`
}
${ownText && html`<p>${words.pickupOwn}</p>`}</section>`;
}

function refundHtml(lang: Language, content: Content, product: Product): Html {
  const words = siteTexts[lang].refund;
  const tiers = tiersOf(content);
  return html`<section><h2>${words.heading}</h2><ul class="points dot">${tiers.map(
    ({ hours, percent }) => html`<li><span>${words.tier(percent, before(lang, hours, product))}</span></li>`,
  )}<li><span>${tiers.length > 0 ? words.none : words.never}</span></li></ul>${tiers.length > 0 && html`<p class="note">${words.local}</p>`}</section>`;
}

/** The tiers that refund something, the latest deadline last. */
const tiersOf = ({ refundTiers }: Content) =>
  refundTiers.filter(({ percent }) => percent > 0).sort((one, other) => other.hours - one.hours);

function freeCancellation(lang: Language, content: Content, product: Product): string | null {
  const full = tiersOf(content)
    .filter(({ percent }) => percent === 100)
    .at(-1);
  return full ? siteTexts[lang].refund.free(before(lang, full.hours, product)) : null;
}

function before(lang: Language, hours: number, { productTypeCode }: Product): string {
  const words = siteTexts[lang].refund;
  if (productTypeCode === "dateless") return hours === 0 ? words.end : words.beforeEnd(hours);
  // The time counts from the midnight that begins the day.
  if (productTypeCode === "timeless") return hours === 0 ? words.day : words.beforeDay(hours);
  return hours === 0 ? words.start : words.before(hours);
}

function contactHtml(lang: Language, { contact }: Content): Html | null {
  if (!contact?.phone && !contact?.email) return null;
  const { phone, email, person } = contact;
  return html`<section><h2>${siteTexts[lang].product.contact}</h2><p>${person && html`${person}<br>`}${
    phone && html`<a href="tel:${phone.replace(/[^+\d]/g, "")}">${phone}</a><br>`
  }${email && html`<a href="mailto:${email}">${email}</a>`}</p></section>`;
}
