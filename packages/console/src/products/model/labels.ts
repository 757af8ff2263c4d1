import type { PartnerLanguage } from "../../api/languages.ts";
import { isTextKey, type Translate, textOrDefault } from "../../i18n/index.ts";
import { inDateOrder } from "./calendar.ts";
import type { ProductDraft } from "./draft.ts";
import { itemFields, type ProductField, productFields } from "./fields.ts";
import { fullFieldName } from "./words.ts";

/** A kind of dates of an item, with its own group of texts. */
type Dates = "schedule" | "exception" | "event";

/** Returns the label of a field of an item, from the first of these groups of texts that contains it. */
function fieldLabel(t: Translate, name: string, ...groups: (`productForm.${"item" | Dates}` | "products.ticket")[]) {
  const key = groups.map((group) => `${group}.${name}`).find(isTextKey);
  return key === undefined ? null : t(key as "productForm.item.name");
}

const nameLabel = (t: Translate, lang: string): string => t(`field.namesIn.${lang as PartnerLanguage}`);

/** Writes a pointer into the draft as text: `Butaca › Schedule 1 › Last day`. */
export function pointerLabel(at: string, draft: ProductDraft, t: Translate): string {
  const [, list, nth, ...rest] = at.split("/");
  if (list === "names" && nth !== undefined) return nameLabel(t, nth);
  if (list === "refundTiers" && nth !== undefined) {
    const of = rest[0] === "percent" ? "percentOf" : "hoursOf";
    return `${t("field.refundTiers")} › ${t(`products.refunds.${of}`, { n: Number(nth) + 1 })}`;
  }
  if (list !== "items" || nth === undefined) {
    const field = productFields.find((one) => at === one.at || at.startsWith(`${one.at}/`));
    return field ? [fullFieldName(field, t), ...inField(at, field, t)].join(" › ") : t("productForm.form.elsewhere");
  }
  const item = draft.items[Number(nth)];
  const listed = itemFields.find(({ name }) => name === rest[0]);
  const path = listed
    ? [t(`field.${listed.name}`), ...inField(at, { ...listed, at: `/items/${nth}/${listed.name}` }, t)]
    : inItem(rest, item, t);
  return [item?.name || t("productForm.item.nth", { n: Number(nth) + 1 }), ...path].join(" › ");
}

/** Names a place in a list or in texts by language: `1 › Address`. */
function inField(at: string, field: Pick<ProductField, "at" | "parts">, t: Translate): string[] {
  const all = (field.parts ?? []).flatMap((part) => [part, ...(part.parts ?? [])]);
  const isPart = (name: string) => all.find((part) => part.name === name);
  return at
    .slice(field.at.length)
    .split("/")
    .slice(1)
    .map((part) => {
      if (/^\d+$/.test(part)) return `${Number(part) + 1}`;
      const known = isPart(part);
      return known ? t(`field.${known.name}`) : textOrDefault(t, `content.lang.${part}`, part);
    });
}

type DraftItem = ProductDraft["items"][number];

function inItem([part, nth, ...rest]: string[], item: DraftItem | undefined, t: Translate): string[] {
  if (part === undefined) return [];
  const n = Number(nth) + 1;
  if (part === "schedules") {
    const place = inDateOrder(item?.schedules ?? []).indexOf(n - 1) + 1;
    return [t("productForm.schedule.nth", { n: place || n }), ...inDates(rest, "schedule", item, t)];
  }
  if (part === "events") return [t("productForm.event.nth", { n }), ...inDates(rest, "event", item, t)];
  if (part === "names" && nth !== undefined) return [nameLabel(t, nth)];
  if (part !== "ticketRules") return [fieldLabel(t, part, "productForm.item") ?? []].flat();
  const code = item?.ticketRules[n - 1]?.code;
  const name = rest[0] ?? "";
  const label = fieldLabel(t, name, "products.ticket") ?? textOrDefault(t, `field.${name}`, "");
  return [code || t("products.ticket.title"), ...(label ? [label] : [])];
}

/** Names a field of a schedule, of one of its exceptions, or of a single date. */
function inDates([part, nth, ...rest]: string[], kind: Dates, item: DraftItem | undefined, t: Translate): string[] {
  if (part === undefined) return [];
  if (part === "exceptions")
    return [t("productForm.exception.nth", { n: Number(nth) + 1 }), ...inDates(rest, "exception", item, t)];
  if (part === "prices") {
    const code = item?.ticketRules[Number(nth)]?.code;
    return [code ? t("productForm.schedule.price", { code }) : t("productForm.schedule.prices"), ...inPrice(rest, t)];
  }
  return [fieldLabel(t, part, `productForm.${kind}`, "productForm.schedule") ?? []].flat();
}

/** Names a field of a price. */
function inPrice([part, nth, field]: string[], t: Translate): string[] {
  if (part === "stock" || part === "stepsCount" || part === "stepsApply") return [t(`field.${part}`)];
  if (part !== "steps") return [];
  const name = field === "from" || field === "amount" ? [t(`products.steps.${field}`)] : [];
  return nth === undefined ? [t("field.steps")] : [t("products.steps.nth", { n: Number(nth) + 1 }), ...name];
}
