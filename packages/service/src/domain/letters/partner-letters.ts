import type { Language } from "@paseo/contract";
import Big from "big.js";
import type { Db } from "../../store/database/database.ts";
import { kindOfPartnerLetter, type PartnerLetterRow } from "../../store/letters/partner-letters.ts";
import { homeZone } from "../../store/operators/home.ts";
import { partnerById } from "../../store/partners/partners.ts";
import { companyOfPartner } from "../../store/terms/companies.ts";
import { linesOfStatement, type StatementRow, statementById } from "../../store/terms/statements.ts";
import type { PartnerLetterKind } from "../../texts/letter-kinds.ts";
import { texts } from "../../texts/texts.ts";
import { type LimitState, limitLevel, presentLimit } from "../terms/limits.ts";
import type { LineContent } from "../terms/standing.ts";
import { statementPdf } from "../terms/statement-files.ts";
import { type StatementLine, statementNumber } from "../terms/statements.ts";
import { fillLetterText, type GuestEmail, type LetterContext } from "./guest-letter.ts";
import { letterHtml } from "./letter-html.ts";
import { currentTexts, type LetterText } from "./letter-texts.ts";

/** Letters to the contacts for accounts of a partner. docs/decisions/0075-letters-to-partners.md has the reasons. */

/** Placeholders of each kind. */
export const partnerPlaceholders = {
  statement: ["contact", "partner", "number", "period", "total", "balance", "due", "operator"],
  "limit-near": ["contact", "partner", "left", "limit", "operator"],
  "limit-over": ["contact", "partner", "left", "limit", "operator"],
} as const satisfies Record<PartnerLetterKind, readonly string[]>;
type PartnerLetterValues = Record<(typeof partnerPlaceholders)[PartnerLetterKind][number], string>;

/** The language of letters to a partner that has none. */
const usualLanguage: Language = "en";

/** Why a letter has lost its reason. */
type Obstacle = "limit-left" | "no-statement";

/** Returns a due letter as an e-mail, or why there is none. */
export async function partnerLetter(
  context: LetterContext,
  { partnerId, cause, name, address }: Pick<PartnerLetterRow, "partnerId" | "cause" | "name" | "address">,
  now: Date,
): Promise<GuestEmail | Obstacle> {
  const { db, operatorName } = context;
  const kind = kindOfPartnerLetter(cause);
  const lang = (await companyOfPartner(db, partnerId)).lang ?? usualLanguage;
  const partner = (await partnerById(db, partnerId))!.name;
  const of = { kind, lang, to: { name: name || partner, address } };
  const common = { contact: name || partner, partner, operator: operatorName };
  if (kind === "statement") {
    const statement = await statementById(db, cause.slice(`${kind}:`.length));
    if (!statement) return "no-statement";
    const values = { ...empty, ...common, ...statementValues(statement, lang) };
    return written(db, of, values, [await statementAttachment(context, statement, lang)]);
  }
  const limit = await presentLimit(db, partnerId, now);
  if (!limit || limitLevel(limit) === "above") return "limit-left";
  return written(db, of, { ...empty, ...common, ...limitValues(limit, lang) });
}

const empty: PartnerLetterValues = {
  ...{
    contact: "",
    partner: "",
    operator: "",
    number: "",
    period: "",
    total: "",
    balance: "",
    due: "",
    left: "",
    limit: "",
  },
};

interface Addressed {
  kind: PartnerLetterKind;
  lang: Language;
  to: GuestEmail["to"];
}

async function written(
  db: Db,
  { kind, lang, to }: Addressed,
  values: PartnerLetterValues,
  attachments: NonNullable<GuestEmail["attachments"]> = [],
): Promise<GuestEmail> {
  const text = (await currentTexts(db, kind, null)).find((one) => one.lang === lang)!;
  return partnerEmail(text, { lang, to, values, attachments });
}

/** Returns a text with its placeholders replaced, as an e-mail. */
export function partnerEmail(
  text: LetterText,
  {
    lang,
    to,
    values,
    attachments = [],
  }: Pick<Addressed, "lang" | "to"> & {
    values: PartnerLetterValues;
    attachments?: NonNullable<GuestEmail["attachments"]>;
  },
): GuestEmail {
  const { subject, body } = fillLetterText(text, values);
  return {
    ...{ to, subject, lang, text: `${body}\n` },
    html: (colours) => letterHtml(body, null, colours),
    ...(attachments.length > 0 && { attachments }),
  };
}

type StatementAmounts = Pick<
  StatementRow,
  "firstOn" | "lastOn" | "dueOn" | "total" | "balanceAfter" | "currencyCode"
> & {
  series: string;
  number: number;
};

function statementValues(statement: StatementAmounts, lang: Language) {
  const { firstOn, lastOn, dueOn, total, balanceAfter, currencyCode } = statement;
  const { statement: label, locale } = texts[lang];
  const days = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  const day = (one: string) => days.format(new Date(`${one}T00:00:00Z`));
  const balance = new Big(balanceAfter);
  const sentence = balance.lt(0) ? label.owedToYou : label.owedByYou;
  return {
    number: statementNumber(statement),
    period: label.period(day(firstOn), day(lastOn)),
    total: money(total, currencyCode, lang),
    balance: `${sentence}: ${money(balance.abs().toFixed(), currencyCode, lang)}`,
    due: balance.gt(0) ? label.dueOn(day(dueOn)) : "",
  };
}

const limitValues = (
  { kind, amount, left, currencyCode }: Pick<LimitState, "kind" | "amount" | "left" | "currencyCode">,
  lang: Language,
) => ({
  left: money(new Big(left).lt(0) ? "0" : left, currencyCode, lang),
  limit: kind === "credit" ? money(amount, currencyCode, lang) : "",
});

const money = (amount: string, currency: string, lang: Language): string =>
  new Intl.NumberFormat(texts[lang].locale, { style: "currency", currency }).format(Number(amount));

async function statementAttachment(
  { db, operatorName, operatorPhone }: LetterContext,
  statement: StatementRow,
  lang: Language,
): Promise<NonNullable<GuestEmail["attachments"]>[number]> {
  const lines = (await linesOfStatement<LineContent>(db, statement.id)) as StatementLine[];
  const settings = { operatorName, operatorPhone };
  const pdf = await statementPdf(db, statement, lines, { settings, lang, zone: await homeZone(db) });
  return {
    filename: `${statementNumber(statement)}.pdf`,
    content: Buffer.from(pdf),
    contentType: "application/pdf",
  };
}

/** Returns example values for the preview of a letter. */
export const samplePartnerValues = (lang: Language, operator: string): PartnerLetterValues => ({
  ...texts[lang].letters.partnerSample,
  operator,
  ...statementValues(
    {
      ...{ series: "A", number: 12, firstOn: "2030-06-01", lastOn: "2030-06-30", dueOn: "2030-07-31" },
      ...{ total: "1240.00", balanceAfter: "1240.00", currencyCode: "EUR" },
    },
    lang,
  ),
  ...limitValues({ kind: "credit", amount: "2000.00", left: "180.00", currencyCode: "EUR" }, lang),
});
