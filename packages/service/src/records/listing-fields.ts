import { categoryCodes } from "@paseo/contract/codes";
import { emailPattern } from "@paseo/contract/limits";
import Type from "typebox";
import { noFurtherFields, textField, textListField, textsField, wholeField } from "./field-types.ts";
import { photoId } from "./photo-names.ts";

/** The listing of a product: everything that a traveller reads before buying. Partners read it in `contents`. */

/** Categories that a product can have. */
export const maxCategories = 5;

/**
 * How prices are taxed: docs/decisions/0064-tax-schemes-and-papers.md. `rate`: they include a percentage. `exempt`: without tax. `margin`: the
 * margin scheme of travel agencies, which shows no tax.
 */
export const taxSchemes = ["rate", "exempt", "margin"] as const;
export type TaxScheme = (typeof taxSchemes)[number];

const listing = { section: "listing" };
const guestFact = { guestFact: true };

export const durationMinutes = (annotations: object) =>
  Type.Optional(wholeField(1, 43_200, { unit: "min", ...annotations }));

const markdown = (of: string) =>
  `${of}: paragraphs, bold, italic, bullet lists, headings of level 3 and links, as Markdown. No HTML.`;
const description = (annotations: object) => Type.Optional(textsField(10_000, { multiline: true, ...annotations }));

const guideLanguages = (annotations: object) =>
  Type.Optional(
    Type.Array(textField(35, { pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$" }), {
      minItems: 1,
      maxItems: 30,
      uniqueItems: true,
      ...annotations,
    }),
  );

const degrees = (most: number, description: string) =>
  Type.Optional(Type.Number({ minimum: -most, maximum: most, description }));

/** When sales end before the start. A year at most, as the lead time. */
export const salesEndMinutes = (annotations: object) =>
  Type.Optional(wholeField(0, 527_040, { unit: "min", ...annotations }));

/** The place and time at which travellers meet or are picked up. */
const placeFields = {
  address: Type.Optional(textField(300, { description: "Street address." })),
  latitude: degrees(90, "Degrees north of the equator."),
  longitude: degrees(180, "Degrees east of Greenwich."),
};
const placeId = (of: string) => textField(128, { description: `Your own id of the ${of}, unique within its list.` });
const minutesBefore = (description: string) => Type.Optional(wholeField(0, 1440, { description }));

const meetingPoints = (annotations: object) =>
  Type.Optional(
    Type.Array(
      Type.Object(
        {
          externalId: placeId("meeting point"),
          name: textsField(200, { minProperties: 1, description: "Name of the place." }),
          ...placeFields,
          arriveMinutesBefore: minutesBefore("How many minutes before the event travellers should arrive."),
          instructions: Type.Optional(textsField(1000, { multiline: true, description: "How to find the place." })),
        },
        noFurtherFields,
      ),
      { minItems: 1, maxItems: 20, ...annotations },
    ),
  );

/**
 * Fields of a product. Their names are unique within the product, because the fields of a group are stored beside the
 * others.
 */
export const ProductListing = {
  summary: Type.Optional(textsField(300, { ...listing, description: "One or two sentences, plain text." })),
  description: description({ ...listing, description: markdown("What travellers do and see") }),
  highlights: textListField({ ...listing, description: "What travellers remember. A line for each." }),
  included: textListField({ ...listing, description: "What the price includes." }),
  notIncluded: textListField({ ...listing, description: "What travellers pay for themselves." }),
  whatToBring: textListField({ ...listing, ...guestFact, description: "What travellers should bring or wear." }),
  restrictions: textListField({
    ...listing,
    description: "People who cannot take part, and things that are not allowed.",
  }),
  accessibility: textListField({ ...listing, description: "For travellers with reduced mobility, sight or hearing." }),
  categories: Type.Optional(
    Type.Array(Type.Enum([...categoryCodes]), {
      ...listing,
      minItems: 1,
      maxItems: maxCategories,
      uniqueItems: true,
      description: "What the product is, the most fitting first.",
    }),
  ),
  guideLanguages: guideLanguages({
    ...listing,
    ...guestFact,
    description: "Languages of the guide, as BCP 47 tags such as `es` or `pt-BR`.",
  }),
  meetingPoints: meetingPoints({
    ...listing,
    ...guestFact,
    description: "Where travellers meet, if it is not the location.",
  }),
  pickups: Type.Optional(
    Type.Object(
      {
        places: Type.Optional(
          Type.Array(
            Type.Object(
              {
                externalId: placeId("place"),
                name: textField(200, { description: "Name of the place, such as a hotel." }),
                ...placeFields,
                minutesBefore: minutesBefore("How many minutes before the event travellers are picked up."),
              },
              noFurtherFields,
            ),
            { minItems: 1, maxItems: 200, description: "Places where travellers are picked up." },
          ),
        ),
        areas: textListField({ description: "Areas where travellers are picked up." }),
        ownText: Type.Optional(
          Type.Boolean({ default: false, description: "True: travellers may name another place." }),
        ),
      },
      { ...noFurtherFields, ...listing, ...guestFact, description: "Where travellers are picked up." },
    ),
  ),
  photos: Type.Optional(
    Type.Array(
      Type.Object(
        {
          id: textField(80, {
            pattern: photoId.source,
            description: "Id of a photo that was sent to the service (console, or `photos.add`).",
          }),
          alt: Type.Optional(
            textsField(300, { description: "What the photo shows, for travellers who do not see it." }),
          ),
          credit: Type.Optional(textField(200, { description: "Whom to name beside the photo." })),
          focusX: Type.Optional(
            wholeField(0, 100, { description: "What stays visible when the photo is cut: percent from the left." }),
          ),
          focusY: Type.Optional(wholeField(0, 100, { description: "The same: percent from the top." })),
        },
        noFurtherFields,
      ),
      { ...listing, minItems: 1, maxItems: 30, description: "Photos, the first one for lists." },
    ),
  ),
  videoUrl: Type.Optional(
    textField(500, { ...listing, pattern: "^https://[^\\s]+$", description: "Address of a video, with https." }),
  ),
  minimumAge: Type.Optional(wholeField(0, 99, { ...listing, description: "Youngest traveller, in years." })),
  groupSize: Type.Optional(wholeField(1, 9999, { ...listing, description: "Greatest number of people in a group." })),
  taxScheme: Type.Optional(
    Type.Enum([...taxSchemes], {
      ...listing,
      operatorOnly: true,
      default: "rate",
      description:
        "How prices are taxed. `rate`: they include `taxRate`, or nothing is known. `exempt`: without tax. `margin`: margin scheme of travel agencies. The last two show no tax and have no `taxRate`.",
    }),
  ),
  taxRate: Type.Optional(
    textField(8, {
      ...listing,
      pattern: "^\\d{1,2}(\\.\\d{1,4})?$",
      description: "Percent of tax that prices include, as a decimal string.",
    }),
  ),
  contact: Type.Optional(
    Type.Object(
      {
        person: Type.Optional(textField(100, { description: "Whom travellers ask for." })),
        phone: Type.Optional(
          textField(50, { pattern: "^\\+?[0-9][0-9 ().-]*$", description: "Telephone number on the day." }),
        ),
        email: Type.Optional(textField(254, { pattern: emailPattern, description: "E-mail address." })),
      },
      { ...noFurtherFields, ...listing, ...guestFact, description: "Whom travellers call on the day." },
    ),
  ),
};

/** Fields of an item that differ from its product. */
export const ItemListing = {
  description: description({ description: markdown("What is particular to the item") }),
  included: textListField({ description: "What its price includes. Omitted: as the product." }),
  notIncluded: textListField({ description: "What travellers pay for themselves. Omitted: as the product." }),
  durationMinutes: durationMinutes({
    ...guestFact,
    description: "How long it lasts, in minutes. Omitted: as the product.",
  }),
  guideLanguages: guideLanguages({
    ...guestFact,
    description: "Languages of the guide, as BCP 47 tags. Omitted: as the product.",
  }),
  meetingPoints: meetingPoints({ ...guestFact, description: "Where travellers meet. Omitted: as the product." }),
  salesEndMinutes: salesEndMinutes({
    description: "Minutes before the start at which sales of the item end. Omitted: as the product.",
  }),
};
