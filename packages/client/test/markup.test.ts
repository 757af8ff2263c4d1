import assert from "node:assert/strict";
import { test } from "node:test";
import type { Content, Event } from "@paseo/client";
import { eventMarkup, markupScript, productMarkup } from "@paseo/client/markup";

/** Markup of schema.org. */

const availability = /^https:\/\/schema\.org\/(InStock|SoldOut)$/;
const withOffset = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;

const content: Content = {
  ...({} as Content),
  id: "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  name: "Flamenco",
  summary: null,
  description: "### Tonight\n\nA **real** show, [with friends](https://example.com).\n\n- wine",
  categories: ["show"],
  durationMinutes: 90,
  location: { venue: "Tablao", address: "Calle Mayor 1", latitude: 40.4, longitude: -3.7 },
  timeZone: "Europe/Madrid",
  photos: [
    {
      ...({} as Content["photos"][number]),
      sources: [
        { url: "/photos/a/320.avif", type: "image/avif", width: 320 },
        { url: "/photos/a/320.webp", type: "image/webp", width: 320 },
        { url: "/photos/a/1280.webp", type: "image/webp", width: 1280 },
      ],
    },
  ],
  items: [
    { ...({} as Content["items"][number]), id: "seat", name: "Seat", durationMinutes: null },
    { ...({} as Content["items"][number]), id: "dinner", name: "Dinner", durationMinutes: 150 },
  ],
  ticketTypes: [{ ...({} as Content["ticketTypes"][number]), code: "ADULT", name: "Adult" }],
};
const options = {
  url: "https://shop.example.com/1",
  baseUrl: "https://partners.example.com",
  seller: { name: "Shop" },
};
const event = (eventOn: string, itemId = "seat"): Event => ({
  id: "e",
  itemId,
  eventOn,
  availabilityCode: "available",
  tickets: [
    { code: "ADULT", unitPrice: { currencyCode: "EUR", value: 45 }, unitUsdPrice: { currencyCode: "USD", value: 50 } },
  ],
});

test("a product has its text without Markdown, its photos and its lowest price", () => {
  const markup = productMarkup(content, { ...options, lowPrice: { value: 45, currencyCode: "EUR" } });
  assert.equal(markup.description, "Tonight A real show, with friends. wine");
  assert.deepEqual(markup.image, ["https://partners.example.com/photos/a/1280.webp"]);
  assert.deepEqual(markup.offers, {
    "@type": "AggregateOffer",
    url: options.url,
    lowPrice: 45,
    priceCurrency: "EUR",
    availability: "https://schema.org/InStock",
    seller: { "@type": "Organization", name: "Shop" },
  });
  assert.equal("offers" in productMarkup(content, options), false);
});

test("an event has its times with their offset, over changes of summer time", () => {
  const times = (eventOn: string, item?: string) => {
    const { startDate, endDate } = eventMarkup(content, event(eventOn, item), options);
    return [startDate, endDate];
  };
  assert.deepEqual(times("2026-06-30T20:00:00"), ["2026-06-30T20:00:00+02:00", "2026-06-30T21:30:00+02:00"]);
  assert.deepEqual(times("2026-10-25T02:30:00"), ["2026-10-25T02:30:00+02:00", "2026-10-25T03:00:00+01:00"]);
  assert.deepEqual(times("2027-03-28T01:30:00", "dinner"), ["2027-03-28T01:30:00+01:00", "2027-03-28T05:00:00+02:00"]);
  const zone = (timeZone: string) =>
    eventMarkup({ ...content, timeZone }, event("2026-06-30T20:00:00"), options).startDate;
  assert.equal(zone("Asia/Kathmandu"), "2026-06-30T20:00:00+05:45");
  assert.equal(zone("America/St_Johns"), "2026-06-30T20:00:00-02:30");
});

test("an event names its item and each ticket, and says when it is sold out", () => {
  const markup = eventMarkup(content, { ...event("2026-06-30T20:00:00"), availabilityCode: "sold-out" }, options);
  assert.equal(markup.name, "Flamenco: Seat");
  assert.deepEqual(markup.offers, [
    {
      "@type": "Offer",
      name: "Adult",
      url: options.url,
      price: 45,
      priceCurrency: "EUR",
      availability: "https://schema.org/SoldOut",
    },
  ]);
});

/**
 * Google's rules for rich results, as published for structured data of products and events: what a type must have, and the form of a
 * value. `#` names a type of schema.org whose own rules apply to the value.
 */
const rules: Record<string, { required: string[]; values: Record<string, RegExp | `#${string}`> }> = {
  Product: {
    required: ["name", "image", "offers"],
    values: { image: /^https:\/\//, url: /^https:\/\//, offers: "#AggregateOffer" },
  },
  AggregateOffer: {
    required: ["lowPrice", "priceCurrency"],
    values: {
      lowPrice: /^\d+(\.\d+)?$/,
      priceCurrency: /^[A-Z]{3}$/,
      availability,
      url: /^https:\/\//,
      seller: "#Organization",
    },
  },
  Event: {
    required: ["name", "startDate", "location", "eventStatus", "image", "organizer", "offers"],
    values: {
      startDate: withOffset,
      endDate: withOffset,
      location: "#Place",
      offers: "#Offer",
      organizer: "#Organization",
      image: /^https:\/\//,
      url: /^https:\/\//,
      eventStatus: /^https:\/\/schema\.org\/Event(Scheduled|Cancelled|Postponed|Rescheduled|MovedOnline)$/,
      eventAttendanceMode: /^https:\/\/schema\.org\/(Offline|Online|Mixed)EventAttendanceMode$/,
    },
  },
  Offer: {
    required: ["price", "priceCurrency", "url", "availability"],
    values: { price: /^\d+(\.\d+)?$/, priceCurrency: /^[A-Z]{3}$/, availability, url: /^https:\/\// },
  },
  Place: { required: ["address"], values: { geo: "#GeoCoordinates" } },
  GeoCoordinates: { required: ["latitude", "longitude"], values: { latitude: /^-?\d/, longitude: /^-?\d/ } },
  Organization: { required: ["name"], values: { url: /^https:\/\// } },
};

/** What breaks the rules, with its place. */
function broken(markup: Record<string, unknown>, type: string, path = type): string[] {
  const { required, values } = rules[type]!;
  if (markup["@type"] !== type) return [`${path} is ${markup["@type"]}`];
  const missing = required.filter((name) => markup[name] === undefined || String(markup[name]) === "");
  const wrong = Object.entries(values).flatMap(([name, rule]) =>
    [markup[name]].flat().flatMap((value) => {
      if (value === undefined) return [];
      if (typeof rule === "string") return broken(value as Record<string, unknown>, rule.slice(1), `${path}.${name}`);
      return rule.test(String(value)) ? [] : [`${path}.${name} is ${value}`];
    }),
  );
  return [...missing.map((name) => `${path}.${name} is missing`), ...wrong];
}

test("a product and an event fulfil the rules for rich results", () => {
  const priced = { ...options, lowPrice: { value: 45, currencyCode: "EUR" } };
  const found = [
    productMarkup(content, priced),
    productMarkup(content, { ...priced, soldOut: true }),
    eventMarkup(content, event("2026-06-30T20:00:00"), options),
    eventMarkup(content, { ...event("2026-06-30T20:00:00", "dinner"), availabilityCode: "removed" }, options),
  ];
  for (const markup of found) {
    assert.equal(markup["@context"], "https://schema.org");
    assert.deepEqual(broken(markup, String(markup["@type"])), []);
  }
  const { offers: _offers, ...without } = found[0]!;
  assert.deepEqual(broken(without, "Product"), ["Product.offers is missing"], "the table finds what is missing");
  assert.deepEqual(broken({ ...found[2], startDate: "2026-06-30" }, "Event"), ["Event.startDate is 2026-06-30"]);
});

test("no text ends the element", () => {
  const name = "</script><script>alert(1)</script>";
  const script = markupScript(productMarkup({ ...content, name }, options));
  assert.equal(script.match(/<\/?script/g)?.length, 2);
  assert.equal(JSON.parse(script.replace(/^<script[^>]*>|<\/script>$/g, "")).name, name);
});
