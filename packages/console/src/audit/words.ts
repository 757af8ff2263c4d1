import { isTextKey, type TextKey, type Translate } from "../i18n/index.ts";

/** The fields of the audit log in the operator's words: the texts of the forms that change them. */

/** Fields whose text has another name than the field. The text of any other field has the field's name. */
const texts: Record<string, TextKey> = {
  after: "changes.after",
  before: "changes.before",
  body: "field.text",
  colour: "ownBrand.colour",
  confirmation: "orders.field.confirmation",
  documents: "closing.accountant",
  eventOn: "orders.field.event",
  from: "frame.period.from",
  guide: "operators.role.guide",
  hint: "partners.keys.key",
  isOn: "field.active",
  markup: "currencies.field.markup",
  base: "currencies.field.base",
  method: "refunds.field.method",
  mode: "field.kind",
  note: "orders.history.note",
  orders: "orders.list.title",
  quantity: "orders.field.quantity",
  resource: "resources.week.resource",
  resourceId: "operators.role.guide",
  role: "account.settings.role",
  security: "mail.field.security",
  status: "orders.field.status",
  subject: "letters.subject",
  tickets: "orders.field.ticket",
  to: "letters.send.to",
  totalUsd: "orders.field.total",
  url: "field.address",
  why: "orders.action.why",
};

/** The places where the texts of fields are, in the order of the search. */
const groups = [
  "field",
  "resources.field",
  "mail.field",
  "currencies.field",
  "orders.field",
  "partners.keys",
  "refunds.field",
  "allotments",
];

/** The places where the texts of a field's values are. */
const values: Record<string, readonly string[]> = {
  kind: ["resources.kind", "bulk.kind", "products.kind", "allotments.kind"],
  method: ["sale.method", "refunds.method"],
  mode: ["partners.keys.mode"],
  role: ["operators.role"],
  security: ["mail.security"],
  status: ["orders.status", "amendment.status"],
  result: ["door.result"],
};

type Keyed = (key: TextKey) => string;

/** Returns the name of a field: `tickets.0.quantity` is `Tickets › 1 › Quantity`. */
export const auditFieldText = (path: string, t: Translate): string =>
  path
    .split(".")
    .map((name) => (/^\d+$/.test(name) ? String(Number(name) + 1) : nameOf(name, t)))
    .join(" › ");

function nameOf(name: string, t: Translate): string {
  const key = [texts[name], ...groups.map((group) => `${group}.${name}`)].find(
    (one) => one !== undefined && isTextKey(one),
  );
  return key === undefined ? name : (t as Keyed)(key as TextKey);
}

/** Returns the text of a value that is a code, such as a status; undefined for any other value. */
export function auditValueText(path: string, value: unknown, t: Translate): string | undefined {
  const name = path.split(".").findLast((one) => !/^\d+$/.test(one)) ?? "";
  const key = values[name]?.map((group) => `${group}.${value}`).find(isTextKey);
  return key === undefined ? undefined : (t as Keyed)(key as TextKey);
}
