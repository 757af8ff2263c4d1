import type { ApiAnswer, ListRecord, RequestBody } from "../../api/types.ts";
import { startOfDay } from "../../format/days.ts";
import { parseTypedAmount, parseTypedNumber } from "../../format/typed.ts";

/** Terms of a partner, and the values of their form: numbers are text as typed. */

export type TermsAnswer = ApiAnswer<"partners.terms">;
export type TermsVersion = TermsAnswer["versions"][number];
export type TermsContent = TermsVersion["content"];
export type TermsLine = ListRecord<"partners.termsLines">;
export type PriceRule = TermsLine["rule"];
export type TermsPrice = ListRecord<"partners.previewTerms">;
export type PreviewBody = Omit<RequestBody<"partners.previewTerms">, "day">;

export const choices = {
  basis: ["commission", "net"],
  collects: ["partner", "operator"],
  percentOf: ["price", "price-without-tax"],
  dueOn: ["event", "sale"],
  afterCancellation: ["share", "nothing"],
  noShow: ["as-sold", "no-commission", "not-charged"],
  period: ["week", "month"],
} as const satisfies { [Field in keyof TermsContent]?: readonly TermsContent[Field][] };

export const limitKinds = ["credit", "prepaid"] as const;

/** When a version begins: now, or at midnight of a day in the store's time zone. */
export interface StartValues {
  starts: "now" | "day";
  validFrom: string;
}

type Typed = "percent" | "paymentDays" | "currencyCode" | "limit";

export interface TermsValues extends StartValues {
  /** Empty: no price list. */
  priceListId: string;
  content: Omit<TermsContent, Typed> & {
    percent: string;
    paymentDays: string;
    /** Empty: the currency of each sale. */
    currencyCode: string;
    /** An empty kind: no limit. */
    limit: { kind: "" | "credit" | "prepaid"; amount: string; currencyCode: string; warnBelow: string };
  };
  lines: TermsLine[];
}

const first: TermsContent = {
  ...{ basis: "commission", collects: "partner", percent: "20", percentOf: "price", extras: false },
  ...{ dueOn: "event", afterCancellation: "share", noShow: "as-sold" },
  ...{ paymentDays: 30, period: "month", currencyCode: null, limit: null },
};

/** Returns the values of a form that starts from a version; without one, from usual terms. `storeCurrency`: of a limit. */
export function termsValues(
  version: TermsVersion | undefined,
  lines: readonly TermsLine[],
  storeCurrency: string,
): TermsValues {
  const { paymentDays, currencyCode, limit, ...content } = version?.content ?? first;
  return {
    starts: "now",
    validFrom: "",
    priceListId: version?.priceListId ?? "",
    content: {
      ...content,
      paymentDays: String(paymentDays),
      currencyCode: currencyCode ?? "",
      limit: {
        kind: limit?.kind ?? "",
        amount: limit?.kind === "credit" ? limit.amount : "",
        currencyCode: limit?.currencyCode ?? storeCurrency,
        warnBelow: limit?.warnBelow ?? "",
      },
    },
    lines: [...lines],
  };
}

/** Returns what the service needs of the form. The form has checked its numbers. */
export function termsOf({ content, priceListId, lines }: TermsValues): PreviewBody {
  const { percent, paymentDays, currencyCode, limit, collects, noShow, ...rest } = content;
  const isNet = rest.basis === "net";
  const amount = (typed: string) => parseTypedAmount(typed, limit.currencyCode);
  return {
    priceListId: priceListId || null,
    lines: lines.map(plainLine),
    content: {
      ...rest,
      // With net prices these two have one meaning only.
      collects: isNet ? "partner" : collects,
      noShow: isNet && noShow === "no-commission" ? "as-sold" : noShow,
      percent: parsePercent(percent),
      paymentDays: Number(paymentDays),
      currencyCode: currencyCode || null,
      limit:
        limit.kind === ""
          ? null
          : {
              kind: limit.kind,
              amount: limit.kind === "credit" ? amount(limit.amount) : "0",
              currencyCode: limit.currencyCode,
              warnBelow: limit.warnBelow.trim() === "" ? null : amount(limit.warnBelow),
            },
    },
  };
}

/** Returns a line without the names that only the console shows. */
export const plainLine = ({ productName: _, itemName: __, ...line }: TermsLine) => line;

/** Returns the first instant of a version; null: now. */
export const startOf = ({ starts, validFrom }: StartValues, zone: string | undefined): string | null =>
  starts === "now" ? null : startOfDay(validFrom, zone);

export const parsePercent = (typed: string): string => parseTypedNumber(typed, 2, 100);
export const isPercent = (typed: string): boolean => /^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/.test(parsePercent(typed));
