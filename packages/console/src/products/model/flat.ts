import type { Difference } from "../../changes/DifferenceList.tsx";
import { allWeekdays } from "../../format/days.ts";
import type { Formatters } from "../../format/format.tsx";
import type { Translate } from "../../i18n/index.ts";
import {
  type Item,
  type Price,
  type ProductSource,
  productStateOf,
  type Schedule,
  type SingleEvent,
} from "../product.ts";
import { priceText } from "../ticket-prices.ts";
import { ownSizeTexts } from "../ticket-size.ts";
import { inDateOrder } from "./calendar.ts";
import { itemFields, productFields, type TextsDraft, valueAtPointer } from "./fields.ts";
import { fieldValueText, fullFieldName, labelledTexts } from "./words.ts";

/** A product as a flat list of labelled values, for comparing two states. */

/** Returns the differences between two states of a product, in the order of the form. */
export function productDifferences(
  before: ProductSource,
  after: ProductSource,
  t: Translate,
  format: Formatters,
): Difference[] {
  const [was, is] = [flatValues(before, t, format), flatValues(after, t, format)];
  return [...new Set([...is.keys(), ...was.keys()])]
    .map((field) => ({ field, before: was.get(field) ?? null, after: is.get(field) ?? null }))
    .filter((one) => one.before !== one.after);
}

function flatValues(source: ProductSource, t: Translate, format: Formatters): Map<string, string> {
  const values: [string, string][] = [
    [t("field.state"), t(`products.state.${productStateOf(source)}`)],
    ...productFields.flatMap((field): [string, string][] => {
      const value = valueAtPointer(source, field.at) ?? field.default;
      if (field.kind === "texts") return labelledTexts(field.name, value as TextsDraft | undefined, t);
      return [[fullFieldName(field, t), fieldValueText(field, value, t, format)]];
    }),
    ...source.items.flatMap((item) => itemValues(item, source, t, format)),
  ];
  return new Map(values.filter(([, value]) => value !== ""));
}

function itemValues(item: Item, source: ProductSource, t: Translate, format: Formatters): [string, string][] {
  const under = (path: string[], value: string): [string, string] => [[item.externalId, ...path].join(" › "), value];
  const seats = (capacity: number | null) => (capacity === null ? t("productForm.schedule.unlimited") : `${capacity}`);
  const prices = (list: Price[]) =>
    list
      .map(({ code, ...price }) => `${code} ${priceText(price, t, (text) => format.amount(text, source.currencyCode))}`)
      .join(list.some(({ steps }) => steps) ? "; " : ", ");
  const status = (one: Pick<SingleEvent, "availability">) =>
    one.availability ? t(`events.status.${one.availability}`) : "";
  const listed = (...parts: string[]) => parts.filter(Boolean).join(", ");
  return [
    under([t("productForm.item.name")], item.name),
    ...labelledTexts("names", item.names, t).map(([label, name]) => under([label], name)),
    under([t("productForm.item.partNumber")], item.partNumber),
    ...itemFields.map((part) =>
      under([t(`field.${part.name}`)], fieldValueText(part, item[part.name as keyof Item], t, format)),
    ),
    under([t("productForm.item.published")], t(item.published === false ? "changes.no" : "changes.yes")),
    ...item.ticketRules.map((rule) =>
      under(
        [t("products.ticket.title"), rule.code],
        listed(
          `${rule.minQuantity}–${rule.maxQuantity}`,
          `${t("products.ticket.defaultQuantity")} ${rule.defaultQuantity}`,
          t("products.ticket.steps", { step: rule.incrementQuantity }),
          ...ownSizeTexts(rule, t),
        ),
      ),
    ),
    ...inDateOrder(item.schedules ?? []).flatMap((at, n) => {
      const schedule = item.schedules![at]!;
      const name = t("productForm.schedule.nth", { n: n + 1 });
      return [
        under([name, t("productForm.schedule.from")], format.date(schedule.from)),
        under([name, t("productForm.schedule.to")], format.date(schedule.to)),
        under([name, t("productForm.schedule.weekdays")], weekdaysIn(schedule, format)),
        under([name, t("productForm.schedule.times")], (schedule.times ?? []).join(", ")),
        under([name, t("productForm.schedule.capacity")], seats(schedule.capacity)),
        under([name, t("productForm.schedule.prices")], prices(schedule.prices)),
        ...(schedule.exceptions ?? []).map((one) =>
          under(
            [name, t("productForm.exception.title"), listed(format.date(one.date), one.time ?? "")],
            listed(
              status(one),
              one.capacity === undefined ? "" : `${t("productForm.exception.capacity")} ${seats(one.capacity)}`,
              one.prices ? prices(one.prices) : "",
            ),
          ),
        ),
      ];
    }),
    ...(item.events ?? []).map((event) =>
      under(
        [t("productForm.event.title"), event.eventOn.replace("T", " ")],
        listed(status(event), `${t("productForm.event.capacity")} ${seats(event.capacity)}`, prices(event.prices)),
      ),
    ),
  ];
}

const weekdaysIn = ({ weekdays }: Schedule, format: Formatters): string =>
  (weekdays ?? allWeekdays).map((day) => format.weekday(day, "short")).join(" ");
