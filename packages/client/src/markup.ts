import type { Content, Event } from "@paseo/contract";

/**
 * Markup of schema.org for search engines, made from the data that a partner shows: add it to a page with
 * `markupScript`.
 */

export interface MarkupOptions {
  /** Address of the page. */
  url: string;
  /** Address of the service, which serves the photos. */
  baseUrl: string;
  /** The seller: your company. */
  seller: { name: string; url?: string };
}

/** An object of JSON-LD. */
export type JsonLdMarkup = Record<string, unknown>;

const schema = (name: string): string => `https://schema.org/${name}`;

/**
 * A product (`Product`) with its lowest price. Search engines show no result without a price: pass the price that the page shows, in its
 * currency.
 */
export function productMarkup(
  content: Content,
  options: MarkupOptions & { lowPrice?: { value: number; currencyCode: string } | null; soldOut?: boolean },
): JsonLdMarkup {
  const { url, seller, lowPrice, soldOut = false } = options;
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    "@id": url,
    url,
    ...described(content, options),
    ...(content.categories.length > 0 && { category: content.categories.join(", ") }),
    ...(lowPrice && {
      offers: {
        "@type": "AggregateOffer",
        url,
        lowPrice: lowPrice.value,
        priceCurrency: lowPrice.currencyCode,
        availability: schema(soldOut ? "SoldOut" : "InStock"),
        seller: organization(seller),
      },
    }),
  };
}

/** An event (`Event`) of a product on its day, with an offer for each ticket in the product's currency. */
export function eventMarkup(content: Content, event: Event, options: MarkupOptions): JsonLdMarkup {
  const { url, seller } = options;
  const item = content.items.find(({ id }) => id === event.itemId);
  const minutes = item?.durationMinutes ?? content.durationMinutes;
  const name = content.items.length > 1 && item ? `${content.name}: ${item.name}` : content.name;
  const { venue, address, latitude, longitude } = content.location;
  const ticketNames = new Map(content.ticketTypes.map((type) => [type.code, type.name]));
  return {
    "@context": "https://schema.org",
    "@type": "Event",
    ...described(content, options),
    name,
    url,
    startDate: withOffset(event.eventOn, content.timeZone),
    ...(minutes !== null && { endDate: withOffset(event.eventOn, content.timeZone, minutes) }),
    eventStatus: schema(event.availabilityCode === "removed" ? "EventCancelled" : "EventScheduled"),
    eventAttendanceMode: schema("OfflineEventAttendanceMode"),
    location: {
      "@type": "Place",
      name: venue,
      address,
      ...(latitude !== null && longitude !== null && { geo: { "@type": "GeoCoordinates", latitude, longitude } }),
    },
    organizer: organization(seller),
    offers: event.tickets.map(({ code, unitPrice }) => ({
      "@type": "Offer",
      name: ticketNames.get(code) ?? code,
      url,
      price: unitPrice.value,
      priceCurrency: unitPrice.currencyCode,
      availability: schema(event.availabilityCode === "available" ? "InStock" : "SoldOut"),
    })),
  };
}

/** Writes the markup as an element of a page. No text in the markup can end the element. */
export const markupScript = (markup: JsonLdMarkup | JsonLdMarkup[]): string =>
  `<script type="application/ld+json">${JSON.stringify(markup).replaceAll("<", "\\u003c")}</script>`;

const organization = ({ name, url }: MarkupOptions["seller"]): JsonLdMarkup => ({
  "@type": "Organization",
  name,
  ...(url !== undefined && { url }),
});

function described({ name, summary, description, photos }: Content, { baseUrl }: MarkupOptions): JsonLdMarkup {
  const text = summary ?? (description && plain(description));
  // The widest WebP of each photo: search engines read WebP, and not all of them read AVIF.
  const images = photos.flatMap(({ sources }) => {
    const [widest] = sources.filter(({ type }) => type === "image/webp").sort((a, b) => b.width - a.width);
    return widest ? [new URL(widest.url, baseUrl).href] : [];
  });
  return { name, ...(text && { description: text }), ...(images.length > 0 && { image: images }) };
}

/** Returns the text of a description without its Markdown, which has links, emphasis, headings and lists only. */
const plain = (markdown: string): string =>
  markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^\s*(###|[-*+])\s+/gm, "")
    .replace(/[*_\\]/g, "")
    .replace(/\s+/g, " ")
    .trim();

/** Moves a local time by minutes, and adds its offset from UTC. */
function withOffset(local: string, timeZone: string, minutes = 0): string {
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  const shown = (instant: number) => Date.parse(`${clock.format(instant).replace(" ", "T")}Z`);
  const offsetAt = (instant: number) => shown(instant) - instant;
  const wall = Date.parse(`${local}Z`);
  // Where a local time occurs twice, the offset of the day before gives the first of the two instants.
  const early = wall - offsetAt(wall - 864e5);
  const start = shown(early) === wall ? early : wall - offsetAt(early);
  const instant = start + minutes * 60_000;
  const offset = Math.round(offsetAt(instant) / 60_000);
  const two = (value: number) => String(value).padStart(2, "0");
  const size = Math.abs(offset);
  const at = new Date(instant + offset * 60_000).toISOString().slice(0, 19);
  return `${at}${offset < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
