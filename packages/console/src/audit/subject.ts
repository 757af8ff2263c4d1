import type { Formatters } from "../format/format.tsx";
import type { TextKey, Translate } from "../i18n/texts.ts";

/** Subjects of entries that name no record but a kind of record, or a part of the store. */
const kinds: Record<string, TextKey> = {
  orders: "orders.list.title",
  refunds: "refunds.title",
  documents: "audit.subjects.documents",
  "page rules": "audit.subjects.pageRules",
  "catalogue file": "audit.subjects.catalogue",
  "all secrets": "audit.subjects.secrets",
  "unknown voucher": "audit.subjects.unknownVoucher",
  home: "home.title",
  setup: "home.setup.title",
  channels: "channels.title",
  brand: "ownBrand.title",
  door: "day.door",
};

const letters = ["confirmation", "reminder", "change", "cancellation", "thanks"] as const;

/** The start of an event, as the subject of an entry contains it. */
const localTime = /\d{4}-\d\d-\d\dT\d\d:\d\d(?![\d:])/g;
const day = /^\d{4}-\d\d-\d\d$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Writes the subject of an audit entry in the operator's language. A record that has only an id has the id's beginning. */
export function auditSubjectText(subject: string, t: Translate, format: Pick<Formatters, "local" | "date">): string {
  const kind = kinds[subject];
  if (kind) return (t as (key: TextKey) => string)(kind);
  if (uuid.test(subject)) return t("audit.subjects.record", { id: subject.slice(0, 8) });
  if (day.test(subject)) return format.date(subject);
  const [word = "", ...rest] = subject.split(" ");
  if (word === "before" && rest.length === 1) return t("audit.subjects.before", { year: rest[0]! });
  const letter = letters.find((kind) => kind === word);
  if (letter && rest.length <= 1) return [t(`letters.kind.${letter}`), ...rest].join(" · ");
  return subject.replace(localTime, format.local);
}
