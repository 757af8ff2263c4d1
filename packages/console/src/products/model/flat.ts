import { partnerLanguages } from "../../api/languages.ts";
import type { Difference } from "../../changes/DifferenceList.tsx";
import { everyDay } from "../../format/days.ts";
import type { Format } from "../../format/format.tsx";
import type { Translate } from "../../i18n/index.ts";
import type { Item, Price, Schedule, SingleEvent, Source } from "../product.ts";

/** A product as a flat list of labelled values, for comparing two states. */

/** The differences between two states of a product, in the order of the form. */
export function differencesOf(before: Source, after: Source, t: Translate, format: Format): Difference[] {
  const [was, is] = [flatValues(before, t, format), flatValues(after, t, format)];
  return [...new Set([...is.keys(), ...was.keys()])]
    .map((field) => ({ field, before: was.get(field) ?? null, after: is.get(field) ?? null }))
    .filter((one) => one.before !== one.after);
}

function flatValues(source: Source, t: Translate, format: Format): Map<string, string> {
  const { location, questions } = source;
  const yes = (on: boolean) => t(on ? "changes.yes" : "changes.no");
  const required = (Object.keys(questions) as (keyof typeof questions)[]).filter((name) => questions[name]);
  const values: [string, string][] = [
    [t("products.field.name"), source.name],
    ...namesIn(source.names, t),
    [t("products.field.type"), t(`products.type.${source.type}`)],
    [
      t("products.field.state"),
      t(
        source.deleted
          ? "products.state.deleted"
          : source.published === false
            ? "products.state.draft"
            : "products.state.published",
      ),
    ],
    [t("products.field.currencyCode"), source.currencyCode],
    [t("products.field.cityCode"), source.cityCode],
    [t("products.field.timeZone"), source.timeZone],
    [t("products.field.venue"), location.venue],
    [t("products.field.address"), location.address],
    [t("products.field.latitude"), `${location.latitude ?? ""}`],
    [t("products.field.longitude"), `${location.longitude ?? ""}`],
    [t("products.field.supplier"), source.supplier ?? t("products.field.ownDesk")],
    [t("products.field.immediateBooking"), yes(source.immediateBooking)],
    [t("products.field.codePerPerson"), source.codePerPerson ? yes(true) : ""],
    [t("products.field.leadPurchaseDay"), `${source.leadPurchaseDay}`],
    [t("products.field.cancelPurchaseHour"), `${source.cancelPurchaseHour}`],
    [t("products.field.refunds"), tiersInWords(source.refundTiers ?? [], t)],
    [t("products.section.questions"), format.list(required.map((name) => t(`products.question.${name}`)))],
    ...source.items.flatMap((item) => itemValues(item, source, t, format)),
  ];
  return new Map(values.filter(([, value]) => value !== ""));
}

/** Refund tiers in one line: `100% until 72 hours before, 50% until 24 hours before`. */
export const tiersInWords = (tiers: readonly { hours: number; percent: number }[], t: Translate): string =>
  tiers.map(({ hours, percent }) => t("products.refunds.tier", { percent, smart_count: hours })).join(", ");

const namesIn = (names: Source["names"], t: Translate): [string, string][] =>
  partnerLanguages.map((lang) => [t(`products.field.nameIn.${lang}`), names?.[lang] ?? ""]);

function itemValues(item: Item, source: Source, t: Translate, format: Format): [string, string][] {
  const under = (path: string[], value: string): [string, string] => [[item.externalId, ...path].join(" › "), value];
  const seats = (capacity: number | null) => (capacity === null ? t("products.schedule.unlimited") : `${capacity}`);
  const prices = (list: Price[]) =>
    list.map(({ code, amount }) => `${code} ${format.amount(amount, source.currencyCode)}`).join(", ");
  const status = (one: Pick<SingleEvent, "availability">) =>
    one.availability ? t(`events.status.${one.availability}`) : "";
  const listed = (...parts: string[]) => parts.filter(Boolean).join(", ");
  return [
    under([t("products.item.name")], item.name),
    ...namesIn(item.names, t).map(([label, name]) => under([label], name)),
    under([t("products.item.partNumber")], item.partNumber),
    under([t("products.item.published")], t(item.published === false ? "changes.no" : "changes.yes")),
    ...item.ticketRules.map((rule) =>
      under(
        [t("products.ticket.title"), rule.code],
        listed(
          `${rule.minQuantity}–${rule.maxQuantity}`,
          `${t("products.ticket.defaultQuantity")} ${rule.defaultQuantity}`,
          t("products.ticket.steps", { step: rule.incrementQuantity }),
        ),
      ),
    ),
    ...(item.schedules ?? []).flatMap((schedule, n) => {
      const name = t("products.schedule.nth", { n: n + 1 });
      return [
        under([name, t("products.schedule.from")], format.date(schedule.from)),
        under([name, t("products.schedule.to")], format.date(schedule.to)),
        under([name, t("products.schedule.weekdays")], weekdaysIn(schedule, format)),
        under([name, t("products.schedule.times")], (schedule.times ?? []).join(", ")),
        under([name, t("products.schedule.capacity")], seats(schedule.capacity)),
        under([name, t("products.schedule.prices")], prices(schedule.prices)),
        ...(schedule.exceptions ?? []).map((one) =>
          under(
            [name, t("products.exception.title"), listed(format.date(one.date), one.time ?? "")],
            listed(
              status(one),
              one.capacity === undefined ? "" : `${t("products.exception.capacity")} ${seats(one.capacity)}`,
              one.prices ? prices(one.prices) : "",
            ),
          ),
        ),
      ];
    }),
    ...(item.events ?? []).map((event) =>
      under(
        [t("products.event.title"), event.eventOn.replace("T", " ")],
        listed(status(event), `${t("products.event.capacity")} ${seats(event.capacity)}`, prices(event.prices)),
      ),
    ),
  ];
}

const weekdaysIn = ({ weekdays }: Schedule, format: Format): string =>
  (weekdays ?? everyDay).map((day) => format.weekday(day, "short")).join(" ");
