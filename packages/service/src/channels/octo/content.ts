import type { Content } from "@paseo/contract";
import { contentJson } from "../../records/content-json.ts";
import { jpegAddress } from "../../records/photo-names.ts";
import type { ChannelProduct } from "../../store/catalogue/channel-events.ts";
import type { ProductView } from "./operation.ts";

/** The capability content: the data of `contents` in the format of OCTO. */

type Item = ChannelProduct["items"][number];

const contentOf = (product: ChannelProduct, { lang, typeOf }: ProductView): Content =>
  contentJson(product, lang, { typeOf, updatedOn: new Date(0) });

export function productContent(product: ChannelProduct, shown: ProductView): object {
  const content = contentOf(product, shown);
  const features = (type: string, lines: readonly string[]) =>
    lines.map((shortDescription) => ({ shortDescription, type }));
  return {
    title: content.name,
    shortDescription: content.summary,
    description: content.description,
    features: [
      ...features("HIGHLIGHT", content.highlights),
      ...features("INCLUSION", content.included),
      ...features("EXCLUSION", content.notIncluded),
      ...features("PREARRIVAL_INFORMATION", content.whatToBring),
      ...features("PREBOOKING_INFORMATION", content.restrictions),
      ...features("ACCESSIBILITY_INFORMATION", content.accessibility),
    ],
    faqs: [],
    media: content.photos.map((photo, n) => ({
      src: `${shown.publicUrl}${jpegAddress(photo.id)}`,
      type: "image/jpeg",
      rel: n === 0 ? "COVER" : "GALLERY",
      title: photo.alt,
      caption: photo.alt,
      copyright: photo.credit,
    })),
    locations: locationsOf(content, content.meetingPoints),
    categoryLabels: [...new Set(content.categories.flatMap((category) => labels[category] ?? []))],
    durationMinutesFrom: content.durationMinutes ?? 0,
    durationMinutesTo: null,
    commentary: commentaryOf(content.guideLanguages),
  };
}

export function optionContent(product: ChannelProduct, item: Item, shown: ProductView): object {
  const content = contentOf(product, shown);
  const own = content.items.find(({ id }) => id === item.id)!;
  const minutes = own.durationMinutes ?? content.durationMinutes;
  const points = own.meetingPoints.length > 0 ? own.meetingPoints : content.meetingPoints;
  const guides = own.guideLanguages.length > 0 ? own.guideLanguages : content.guideLanguages;
  return {
    title: own.name,
    shortDescription: null,
    description: own.description,
    features: [
      ...own.included.map((shortDescription) => ({ shortDescription, type: "INCLUSION" })),
      ...own.notIncluded.map((shortDescription) => ({ shortDescription, type: "EXCLUSION" })),
    ],
    faqs: [],
    media: [],
    locations: locationsOf(content, points),
    categoryLabels: [],
    durationMinutesFrom: minutes ?? 0,
    durationMinutesTo: null,
    commentary: commentaryOf(guides),
  };
}

export function unitContent(code: string, { lang, typeOf }: ProductView): object {
  const { [lang]: title, conditions } = typeOf(code);
  return { title, shortDescription: conditions[lang] ?? "", features: [] };
}

const commentaryOf = (languages: readonly string[]) => languages.map((language) => ({ format: "IN_PERSON", language }));

/**
 * Returns the places where travellers meet, and then the venue. A meeting point without a position or an address of its own is at the venue.
 * OCTO needs a map position, so a place without a position is omitted.
 */
function locationsOf({ location }: Content, points: Content["meetingPoints"]): object[] {
  const { venue, ...at } = location;
  const starts = points.map(({ name, instructions, address, latitude, longitude }) => ({
    ...{ type: "START", title: name ?? venue, shortDescription: instructions },
    address: address ?? at.address,
    ...(latitude === null || longitude === null ? at : { latitude, longitude }),
  }));
  const isElsewhere = starts.some((one) => one.latitude !== at.latitude || one.longitude !== at.longitude);
  const places = [
    ...starts,
    ...(starts.length === 0 ? [{ ...at, type: "START", title: venue, shortDescription: null }] : []),
    ...(isElsewhere ? [{ ...at, type: "POINT_OF_INTEREST", title: venue, shortDescription: null }] : []),
  ];
  return places.flatMap(({ type, title, shortDescription, address, latitude, longitude }) =>
    latitude === null || longitude === null
      ? []
      : [
          {
            ...{ title, shortDescription, types: [type], minutesTo: null, minutesAt: null },
            place: {
              ...{ latitude, longitude },
              postalAddress: { ...noAddress, streetAddress: address },
              identifiers: noIdentifiers,
              sameAs: [],
            },
          },
        ],
  );
}

const noAddress = {
  streetAddress: null,
  addressLocality: null,
  addressRegion: null,
  postalCode: null,
  addressCountry: null,
  postOfficeBoxNumber: null,
};

const noIdentifiers = Object.fromEntries(
  ["google", "apple", "yelp", "facebook", "foursquare", "baidu", "amap"]
    .map((map) => [`${map}PlaceId`, null])
    .concat([["tripadvisorLocationId", null]]),
);

/** Labels of OCTO for our categories. */
const labels: Partial<Record<Content["categories"][number], string[]>> = {
  "guided-tour": ["guided-tours"],
  "walking-tour": ["walking-tours"],
  "bike-tour": ["bike-tours"],
  "bus-tour": ["hop-on-hop-off"],
  "boat-tour": ["boat-tours"],
  "private-tour": ["private-tours"],
  "small-group-tour": ["small-group-tours"],
  "self-guided-tour": ["self-guided"],
  "food-tour": ["food"],
  "day-trip": ["day-trips"],
  "fast-track": ["fast-track"],
  "city-pass": ["city-cards"],
  museum: ["museums"],
  history: ["history"],
  "theme-park": ["theme-parks"],
  concert: ["live-music"],
  nightlife: ["nightlife"],
  class: ["classes"],
  "outdoor-activity": ["outdoors"],
  "water-activity": ["boat-tours"],
  sport: ["sports"],
  wildlife: ["animals"],
};
