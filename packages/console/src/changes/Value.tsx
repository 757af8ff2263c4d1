import { type Format, useFormat } from "../format/format.tsx";
import { type Translate, textOr, useText } from "../i18n/index.ts";
import { tiersInWords } from "../products/model/flat.ts";
import type { TicketRule } from "../products/product.ts";

/** The name of a changed field: a known name, that of a ticket, or the name in the catalogue file. */
export const fieldName = (field: string, t: Translate, ticketName: (code: string) => string): string =>
  textOr(t, `changes.field.${field}`, ticketName(field));

/** The value of a field before or after a change, as text. */
export function Value({ field, value }: { field: string; value: unknown }) {
  const t = useText();
  const format = useFormat();
  return <span style={{ overflowWrap: "anywhere" }}>{inWords(field, value, t, format)}</span>;
}

/** Fields whose text may look like a number. */
const words = new Set(["name", "address", "venue", "partNumber", "cityCode", "displaySymbol"]);

function inWords(field: string, value: unknown, t: Translate, format: Format): string {
  if (field === "capacity" && value === null) return t("changes.noLimit");
  if (value === null || value === undefined || value === "") return t("changes.nothing");
  if (typeof value === "boolean") return t(value ? "changes.yes" : "changes.no");
  if (field === "availability") return textOr(t, `events.status.${value}`, String(value));
  if (field === "type") return textOr(t, `products.type.${value}`, String(value));
  if (field === "salesEndAt") return format.instant(String(value));
  if (Array.isArray(value)) return value.map((one) => inWords("", one, t, format)).join(", ") || t("changes.nothing");
  if (typeof value !== "object") return words.has(field) ? String(value) : format.decimal(String(value));
  if (field === "" && isTicketRule(value)) return ruleInWords(value, t);
  if (field === "" && isTier(value)) return tiersInWords([value], t);
  const { code, amount, ...rest } = value as Record<string, unknown>;
  if (code !== undefined && amount !== undefined) return `${code} ${format.decimal(String(amount))}`;
  return code !== undefined && Object.keys(rest).length > 0 ? `${code} ${JSON.stringify(rest)}` : JSON.stringify(value);
}

const isTier = (value: object): value is { hours: number; percent: number } => "hours" in value && "percent" in value;

const isTicketRule = (value: object): value is TicketRule => "incrementQuantity" in value && "minQuantity" in value;

const ruleInWords = (
  { code, minQuantity, maxQuantity, defaultQuantity, incrementQuantity }: TicketRule,
  t: Translate,
) =>
  [
    t("products.ticket.rule", { code, least: minQuantity, most: maxQuantity }),
    `${t("products.ticket.defaultQuantity")} ${defaultQuantity}`,
    t("products.ticket.steps", { step: incrementQuantity }),
  ].join(" · ");
