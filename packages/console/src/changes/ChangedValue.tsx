import { type Formatters, useFormat } from "../format/format.tsx";
import { type Translate, textOrDefault, useText } from "../i18n/index.ts";
import { findProductField } from "../products/model/fields.ts";
import { fieldValueText, fullFieldName } from "../products/model/words.ts";
import type { TicketRule } from "../products/product.ts";
import { type PriceSteps, priceText } from "../products/ticket-prices.ts";
import { ownSizeTexts } from "../products/ticket-size.ts";

/** Returns the name of a changed field, or its name in the catalogue file if it has no text. */
export function changedFieldName(field: string, t: Translate): string {
  const known = findProductField(field);
  return known ? fullFieldName(known, t) : textOrDefault(t, `field.${field}`, field);
}

/** A field's value before or after a change, as text. */
export function ChangedValue({ field, value }: { field: string; value: unknown }) {
  const t = useText();
  const format = useFormat();
  if (field === "photos" && Array.isArray(value) && value.length > 0) return <Photos photos={value} />;
  return <span style={{ overflowWrap: "anywhere" }}>{inWords(field, value, t, format)}</span>;
}

/** Photos as pictures in their order: their ids say nothing to an operator. */
function Photos({ photos }: { photos: { id: string }[] }) {
  const t = useText();
  const format = useFormat();
  return (
    <span style={{ display: "grid", gap: 6, margin: "4px 0" }}>
      {photos.map(({ id, ...rest }, n) => (
        <span key={id} style={{ display: "flex", gap: 8, alignItems: "center" }}>
          <img
            src={`/photos/${id}/320.webp`}
            alt={`${t("field.id")} ${n + 1}`}
            style={{ height: 48, flexShrink: 0, borderRadius: 4 }}
          />
          <span>{inWords("photos", [rest], t, format)}</span>
        </span>
      ))}
    </span>
  );
}

/** Fields whose text may look like a number. */
const words = new Set(["partNumber", "displaySymbol"]);

function inWords(field: string, value: unknown, t: Translate, format: Formatters): string {
  if (field === "capacity" && value === null) return t("products.page.unlimited");
  const known = findProductField(field);
  if (known) return fieldValueText(known, value, t, format) || t("changes.nothing");
  if (value === null || value === undefined || value === "") return t("changes.nothing");
  if (typeof value === "boolean") return t(value ? "changes.yes" : "changes.no");
  if (field === "availability") return textOrDefault(t, `events.status.${value}`, String(value));
  if (field === "salesEndAt") return format.instant(String(value));
  if (Array.isArray(value)) return value.map((one) => inWords("", one, t, format)).join(", ") || t("changes.nothing");
  if (typeof value !== "object") return words.has(field) ? String(value) : format.decimal(String(value));
  if (field === "" && isTicketRule(value)) return ruleInWords(value, t);
  if (isPlace(value)) return `${value.name} (${value.url})`;
  if (isPrice(value)) return [value.code, priceText(value, t, format.decimal)].filter(Boolean).join(" ");
  const { code, ...rest } = value as Record<string, unknown>;
  return code !== undefined && Object.keys(rest).length > 0 ? `${code} ${JSON.stringify(rest)}` : JSON.stringify(value);
}

const isPlace = (value: object): value is { name: string; url: string } => "name" in value && "url" in value;

const isPrice = (value: object): value is PriceSteps & { code?: string } => "amount" in value;

const isTicketRule = (value: object): value is TicketRule => "incrementQuantity" in value && "minQuantity" in value;

const ruleInWords = (
  { code, minQuantity, maxQuantity, defaultQuantity, incrementQuantity, ...size }: TicketRule,
  t: Translate,
) =>
  [
    t("products.ticket.rule", { code, least: minQuantity, most: maxQuantity }),
    `${t("products.ticket.defaultQuantity")} ${defaultQuantity}`,
    t("products.ticket.steps", { step: incrementQuantity }),
    ...ownSizeTexts(size, t),
  ].join(" · ");
