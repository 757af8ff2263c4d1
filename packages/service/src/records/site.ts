import { categoryCodes, type Language, languages } from "@paseo/contract";
import { limits, mailboxPattern } from "@paseo/contract/limits";
import Type from "typebox";
import { noFurtherFields, textsField } from "./field-types.ts";
import { photoId } from "./photo-names.ts";
import { nullable, oneLine } from "./schemas.ts";

/** The settings of an operator's own booking site: docs/decisions/0076-own-site.md. */

const line = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: oneLine, description });

/** The pages that the law or the trade asks for, by their names in addresses. */
export const legalPages = ["terms", "privacy", "notice"] as const;
export type LegalPage = (typeof legalPages)[number];

/** How guests can pay: at a provider, which ones the operator has set up, or later. */
export const siteWaysToPay = ["online", "arrival", "transfer"] as const;

/** Where a site is. Its published pages have addresses below it. */
export const siteAddressFields = {
  host: nullable(
    Type.String({
      maxLength: 255,
      pattern: "^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\\d{1,5})?$",
      description: "Host name, in lower case, with its port if it has one.",
    }),
    "Null: every host at which the service is reached.",
  ),
  path: Type.String({
    maxLength: 100,
    pattern: "^((/[a-z0-9-]+)+)?$",
    description: "Path at which the site begins, such as `/tours`. Empty: the whole host.",
  }),
};

export const SiteSettings = Type.Object(
  {
    name: textsField(100, { description: "Name of the site by language. Without one: the operator's name." }),
    lead: textsField(300, { description: "The sentence below the name on the first page, by language." }),
    colour: nullable(
      Type.String({ pattern: "^#[0-9A-Fa-f]{6}$", description: "`#rrggbb`." }),
      "Null: the operator's colour.",
    ),
    logo: nullable(Type.String({ pattern: photoId.source }), "Id of its photo. Null: the operator's logo."),
    photo: nullable(Type.String({ pattern: photoId.source }), "Id of the large photo of the first page."),
    languages: Type.Array(Type.Enum([...languages]), {
      minItems: 1,
      uniqueItems: true,
      description: "Languages of the site, the first one for visitors whose language it has not.",
    }),
    currencies: Type.Array(Type.String({ pattern: "^[A-Z]{3}$" }), {
      maxItems: 20,
      uniqueItems: true,
      description: "Currencies in which prices can be shown beside their own.",
    }),
    ways: Type.Array(Type.Enum([...siteWaysToPay]), {
      minItems: 1,
      uniqueItems: true,
      description: "Ways to pay, the first one chosen for the guest.",
    }),
    depositPercent: nullable(
      Type.Integer({ minimum: 1, maximum: 99, description: "Part of the price that is paid online at the booking." }),
      "Null: all of it. The rest is due at the visit.",
    ),
    trader: Type.Object(
      {
        name: nullable(line(200, "Legal name of the trader.")),
        address: nullable(line(300, "Geographical address of the trader.")),
        registration: nullable(line(200, "Register and number, or licence.")),
        taxNumber: nullable(line(60, "With the name of the number: `NIF B00000000`.")),
        email: nullable(Type.String({ pattern: mailboxPattern, maxLength: limits.email })),
        phone: nullable(line(limits.phoneNumber, "Telephone for guests.")),
      },
      noFurtherFields,
    ),
    complaintBook: nullable(
      Type.String({ maxLength: 300, pattern: "^https://[^\\s]+$" }),
      "Address of the complaint book that the law of Portugal asks for.",
    ),
    legal: Type.Object(
      Object.fromEntries(legalPages.map((page) => [page, textsField(20_000)])) as Record<
        LegalPage,
        ReturnType<typeof textsField>
      >,
      { ...noFurtherFields, description: "Text of each legal page by language, in Markdown. Without one: no page." },
    ),
    analytics: nullable(
      Type.Object(
        {
          script: Type.String({ maxLength: 300, pattern: "^https://[^\\s\"'<>;,]+$", description: "Its address." }),
          attributes: Type.Record(Type.String({ pattern: "^data-[a-z-]{1,40}$" }), Type.String({ maxLength: 200 }), {
            maxProperties: 10,
            description: "Its `data-` attributes.",
          }),
        },
        noFurtherFields,
      ),
      "A script that counts visits. Null: pages load nothing of other hosts.",
    ),
  },
  noFurtherFields,
);
export type SiteSettings = Type.Static<typeof SiteSettings>;

/** Settings of a new site. */
export const newSiteSettings = (): SiteSettings => ({
  ...{ name: {}, lead: {}, colour: null, logo: null, photo: null, languages: [...languages], currencies: [] },
  ...{ ways: ["online", "arrival"], depositPercent: null },
  trader: { name: null, address: null, registration: null, taxNumber: null, email: null, phone: null },
  ...{ complaintBook: null, legal: { terms: {}, privacy: {}, notice: {} }, analytics: null },
});

export interface SiteAddress {
  host: string | null;
  path: string;
}

export interface Site extends SiteAddress {
  /** The white label's code, which is also the site's id. */
  code: string;
  enabled: boolean;
  settings: SiteSettings;
  revision: number;
}

/** A published page of a site, with what it is about. */
export interface SitePage {
  id: string;
  type: "city" | "category" | "product";
  cityCode: string | null;
  /** Of a category page: products with one of these categories. */
  categories: string[] | null;
  /** Of a product's page. Null: the operator has not said which product it is about. */
  productId: string | null;
  names: Partial<Record<Language, string>>;
  /** Protocol-relative addresses. */
  urls: Partial<Record<Language, string>>;
}

/** The categories that a page of this type can name. */
export const pageCategories = Type.Array(Type.Enum([...categoryCodes]), {
  minItems: 1,
  maxItems: 20,
  uniqueItems: true,
  description: "Of a category page: the products that it shows have one of these categories.",
});
