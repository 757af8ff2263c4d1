import {
  cancellationShares,
  dueDates,
  limitKinds,
  noShowRules,
  percentBases,
  statementPeriods,
  termsBases,
  termsCollectors,
} from "@paseo/contract/codes";
import Type from "typebox";
import { nullable } from "../schemas.ts";

/** What a partner pays, or earns, by its terms. docs/decisions/0067-terms-of-partners.md has the reasons. Amounts are decimal strings. */

const percent = Type.String({
  pattern: "^(100(\\.0{1,2})?|\\d{1,2}(\\.\\d{1,2})?)$",
  description: "Per cent, from 0 to 100.",
});
const amount = Type.String({ pattern: "^\\d{1,9}(\\.\\d{1,2})?$", description: "Decimal, for one ticket." });
const currencyCode = Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 4217." });
const closed = { additionalProperties: false };

/** What a partner earns of one ticket. A rule with an amount applies to prices of its currency. */
export const PriceRule = Type.Union([
  Type.Object({ percent }, { ...closed, description: "A share of the price." }),
  Type.Object(
    { fixed: amount, currencyCode },
    { ...closed, description: "An amount for each ticket, at most its price." },
  ),
  Type.Object(
    { net: amount, currencyCode },
    { ...closed, description: "All but a net price, which is at most the price." },
  ),
]);
export type PriceRule = Type.Static<typeof PriceRule>;

const uuid = Type.String({ format: "uuid" });
const day = Type.String({ format: "date", description: "Local day of the event, yyyy-MM-dd, included." });

/** A rule for a part of the catalogue. Of the lines that fit a ticket, the most specific one applies. */
export const TermsLine = Type.Object(
  {
    productId: nullable(uuid, "Null: all products."),
    itemId: nullable(uuid, "Null: all items of the product. An item needs its product."),
    ticket: nullable(Type.String({ minLength: 1, maxLength: 50 }), "Code of a ticket. Null: all tickets."),
    firstOn: nullable(day, "Null: no first day."),
    lastOn: nullable(day, "Null: no last day."),
    rule: PriceRule,
  },
  closed,
);
export type TermsLine = Type.Static<typeof TermsLine>;

/** A line that was stored, with the names of what it is for. */
export const NamedTermsLine = Type.Object({
  ...TermsLine.properties,
  productName: nullable(Type.String(), "Null: all products."),
  itemName: nullable(Type.String(), "Null: all items of the product."),
});

/** Greatest number of lines of a version. */
export const maxTermsLines = 20_000;

export const TermsContent = Type.Object(
  {
    basis: Type.Enum([...termsBases], {
      description:
        "`net`: the partner is charged the net price. `commission`: the public price, of which it earns a commission.",
    }),
    collects: Type.Enum([...termsCollectors], {
      description: "Who takes the guest's money. Under `net` the partner does.",
    }),
    percent: Type.String({ ...percent, description: "What the partner earns where no line applies, in per cent." }),
    percentOf: Type.Enum([...percentBases], { description: "What the percentages are of." }),
    extras: Type.Boolean({
      description:
        "Whether the partner earns its percentage of extras too, which are tickets for nobody. A line with the ticket's code applies in any case.",
    }),
    dueOn: Type.Enum([...dueDates], {
      description: "Whether an order is on a statement from its event's day, or from its sale.",
    }),
    afterCancellation: Type.Enum([...cancellationShares], {
      description:
        "What the partner earns of the part of a price that a cancellation does not refund: its share, or nothing.",
    }),
    noShow: Type.Enum([...noShowRules], {
      description: "How a guest who does not come counts. `no-commission` is for terms with commission only.",
    }),
    paymentDays: Type.Integer({
      minimum: 0,
      maximum: 365,
      description: "Days from a statement until it is to be paid.",
    }),
    period: Type.Enum([...statementPeriods], { description: "Of a statement." }),
    currencyCode: nullable(currencyCode, "Of statements. Null: the currency of each sale."),
    limit: nullable(
      Type.Object(
        {
          kind: Type.Enum([...limitKinds], {
            description: "`credit`: what the partner may owe. `prepaid`: it sells for what it has paid before.",
          }),
          amount: Type.String({ pattern: "^\\d{1,9}(\\.\\d{1,2})?$", description: "Of a credit. 0 for prepaid." }),
          currencyCode,
          warnBelow: nullable(amount, "Warn when less than this is left. Null: never."),
        },
        closed,
      ),
      "Null: no limit.",
    ),
  },
  closed,
);
export type TermsContent = Type.Static<typeof TermsContent>;

/** The terms of a partner for the tickets of one event. */
export interface EventTerms extends Pick<TermsContent, "basis" | "percentOf"> {
  sold: SoldTerms;
  /** In per cent, as a decimal string. Null: the product has no tax. */
  taxRate: string | null;
  currencyCode: string;
  ruleOf(ticket: string): PriceRule;
}

/** What an order stores of its terms. Versions never change, so the rest is read by their ids. */
export interface SoldTerms
  extends Pick<TermsContent, "basis" | "collects" | "percentOf" | "dueOn" | "afterCancellation" | "noShow"> {
  /** Id of the version of the terms, and of the price list; null: no price list. */
  id: string;
  listId: string | null;
  /** Currency of its statements. Null: the currency of the sale. */
  currencyCode: string | null;
}

/** What a ticket costs the guest, and what of it is the operator's. `rule`: how the latter follows from the former. */
export interface PartnerPrice {
  retail: string;
  net: string;
  rule: PriceRule;
}

/** The tickets to which lines can apply. */
interface TicketOfEvent {
  productId: string;
  itemId: string;
  ticket: string;
  /** Local day of the event, `yyyy-MM-dd`. */
  day: string;
  currencyCode: string;
}

/** How specific a line is: item before product before all; then with a ticket; then with dates; then an amount before a percentage. */
const specificity = ({ productId, itemId, ticket, firstOn, lastOn, rule }: TermsLine): number =>
  (itemId ? 16 : productId ? 8 : 0) + (ticket ? 4 : 0) + (firstOn || lastOn ? 2 : 0) + ("currencyCode" in rule ? 1 : 0);

const covers = (line: TermsLine, { productId, itemId, ticket, day, currencyCode }: TicketOfEvent): boolean =>
  (line.productId === null || line.productId === productId) &&
  (line.itemId === null || line.itemId === itemId) &&
  (line.ticket === null || line.ticket === ticket) &&
  (line.firstOn === null || line.firstOn <= day) &&
  (line.lastOn === null || day <= line.lastOn) &&
  (!("currencyCode" in line.rule) || line.rule.currencyCode === currencyCode);

/** Returns the line that applies to a ticket. Lines of the partner's own come before equally specific lines of its price list. */
function lineOf(own: readonly TermsLine[], listed: readonly TermsLine[], ticket: TicketOfEvent): TermsLine | undefined {
  let best: TermsLine | undefined;
  for (const line of [...own, ...listed])
    if (covers(line, ticket) && (!best || specificity(line) > specificity(best))) best = line;
  return best;
}

/** Returns the rule of a ticket, and the line that it is of. Null: the general percentage applies, or an extra earns nothing. */
export function ruleOf(
  { extras, percent }: Pick<TermsContent, "extras" | "percent">,
  { own, listed }: { own: readonly TermsLine[]; listed: readonly TermsLine[] },
  ticket: TicketOfEvent & { isExtra: boolean },
): { rule: PriceRule; line: TermsLine | null } {
  const line = lineOf(own, listed, ticket);
  // An extra that earns nothing needs a line of its own.
  if (!extras && !line?.ticket && ticket.isExtra) return { rule: { percent: "0" }, line: null };
  return { rule: line?.rule ?? { percent }, line: line ?? null };
}

/** Returns pairs of lines, by position, of which neither is more specific, and which overlap. */
export function ambiguousLines(lines: readonly TermsLine[]): [number, number][] {
  const key = (line: TermsLine) =>
    [
      line.productId,
      line.itemId,
      line.ticket,
      line.firstOn || line.lastOn ? "dated" : "",
      "currencyCode" in line.rule ? line.rule.currencyCode : "",
    ].join(" ");
  const groups = Map.groupBy(lines.keys(), (n) => key(lines[n]!));
  return [...groups.values()].flatMap((group) => {
    const inOrder = group.toSorted((a, b) => ((lines[a]!.firstOn ?? "") < (lines[b]!.firstOn ?? "") ? -1 : 1));
    // The line that ends last so far: a later line that begins before its end overlaps it.
    let last = inOrder[0]!;
    return inOrder.slice(1).flatMap((n): [number, number][] => {
      const overlaps = (lines[last]!.lastOn ?? "9999-12-31") >= (lines[n]!.firstOn ?? "");
      const pair: [number, number] = [Math.min(last, n), Math.max(last, n)];
      if ((lines[n]!.lastOn ?? "9999-12-31") > (lines[last]!.lastOn ?? "9999-12-31")) last = n;
      return overlaps ? [pair] : [];
    });
  });
}

/** How much a partner has left of its limit. `near`: less than the warning says. `over`: nothing, and sales are refused. */
export const limitLevels = ["above", "near", "over"] as const;
export type LimitLevel = (typeof limitLevels)[number];
