import { type PartnerLanguage, partnerLanguages } from "../../api/languages.ts";
import type { Formatters } from "../../format/format.tsx";
import { type Translate, textOrDefault } from "../../i18n/index.ts";
import type { ProductSource } from "../product.ts";
import type { ChoiceKey, FieldName, ListName, PartName, ProductField, RecordPart, TextsDraft } from "./fields.ts";

/** The fields of a product in words, on its page and in lists of changes. */

/** Returns the name of a field outside its section. */
export const fullFieldName = ({ name, section }: ProductField, t: Translate): string =>
  section === "questions" ? `${t("productForm.section.questions")} › ${t(`field.${name}`)}` : t(`field.${name}`);

/** Writes the value of a field; empty without one. */
export function fieldValueText(
  field: ProductField | RecordPart,
  value: unknown,
  t: Translate,
  format: Formatters,
): string {
  const { kind, name, unit, choices = [] } = field;
  if (name === "supplier" && value === null) return t("field.ownDesk");
  if (value === null || value === undefined || value === "") return "";
  if (kind === "flag") return t(value ? "changes.yes" : "changes.no");
  if (kind === "list") return lists[name as ListName](value as never, t);
  if (kind === "texts") return textsText(value as TextsDraft, t);
  if (Array.isArray(value)) return listText(field, value, t, format);
  if (kind === "choice" && choices.includes(value as string)) return choiceText(field, String(value), t);
  if (unit === "min") return format.minutes(Number(value));
  return kind === "whole" || kind === "number" ? format.decimal(String(value)) : String(value);
}

/** Writes the entries of a list, each in words. */
function listText(
  { kind, name, parts = [] }: ProductField | RecordPart,
  list: unknown[],
  t: Translate,
  format: Formatters,
): string {
  if (kind === "lines") return list.map((texts) => textsText(texts as TextsDraft, t)).join("; ");
  if (kind === "choices") return list.map((choice) => choiceText({ name }, String(choice), t)).join(", ");
  if (kind !== "records") return list.join(", ");
  const inWords = (record: Record<string, unknown>) =>
    parts
      .map((part) => [t(`field.${part.name}`), fieldValueText(part, record[part.name], t, format)])
      .flatMap(([label, text]) => (text ? [`${label}: ${text}`] : []))
      .join(", ");
  return list.map((record) => inWords(record as Record<string, unknown>)).join("; ");
}

export const choiceText = ({ name }: { name: FieldName | PartName }, choice: string, t: Translate): string =>
  t(`products.${name}.${choice}` as ChoiceKey);

const textsText = (texts: TextsDraft, t: Translate): string =>
  partnerLanguages.flatMap((lang) => (texts[lang] ? [`${t(`content.lang.${lang}`)}: ${texts[lang]}`] : [])).join(", ");

/** Returns the texts of a field with the name of each text, also for languages without a text. */
export const labelledTexts = (name: FieldName, texts: TextsDraft | undefined, t: Translate): [string, string][] =>
  partnerLanguages.map((lang) => [fieldNameInLanguage(name, lang, t), texts?.[lang] ?? ""]);

/** Returns the name of a text in a language, outside its field. */
export const fieldNameInLanguage = (name: FieldName | PartName, lang: PartnerLanguage, t: Translate): string =>
  textOrDefault(t, `field.${name}In.${lang}`, `${t(`field.${name}`)} › ${t(`content.lang.${lang}`)}`);

/** Writes refund tiers in one line: `100% until 72 hours before, 50% until 24 hours before`. */
export const tiersInWords = (tiers: NonNullable<ProductSource["refundTiers"]>, t: Translate): string =>
  tiers.map(({ hours, percent }) => t("products.refunds.tier", { percent, smart_count: hours })).join(", ");

const lists: Record<ListName, (list: never, t: Translate) => string> = { refundTiers: tiersInWords };
