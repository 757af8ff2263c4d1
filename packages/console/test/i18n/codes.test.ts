import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { orderStatuses } from "../../../contract/src/index.ts";
import { allRoles } from "../../../service/src/admin/operation.ts";
import { adminOperations } from "../../../service/src/admin/operations.ts";
import { flagReasons } from "../../../service/src/domain/dispatch/dispatch-rules.ts";
import { recordKinds } from "../../../service/src/domain/import/options.ts";
import { mailFaults } from "../../../service/src/domain/operators/email.ts";
import { statusNames } from "../../../service/src/domain/visits/manifest-table.ts";
import { letterStates } from "../../../service/src/store/letters/guest-letters.ts";
import * as en from "../../src/i18n/en/index.ts";
import * as es from "../../src/i18n/es/index.ts";
import * as pt from "../../src/i18n/pt/index.ts";
import { flattenTexts, type TextTable } from "../../src/i18n/texts.ts";

/** Every code that the service can send has a text in each language of the console. */

type Schema = { enum?: string[]; properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] };

/** Returns the values of an answer's field, from the operation's schema. */
function valuesOf(operation: string, field: string): string[] {
  const { response } = adminOperations.find(({ id }) => id === operation)!;
  const found: string[] = [];
  const open = [response as Schema];
  for (let schema = open.pop(); schema; schema = open.pop()) {
    const { properties = {}, items, anyOf = [] } = schema;
    open.push(...Object.values(properties), ...anyOf, ...(items ? [items] : []));
    const one = properties[field];
    for (const { enum: values = [] } of one ? [one, ...(one.anyOf ?? [])] : []) found.push(...values);
  }
  assert.ok(found.length > 0, `${operation} says no values of ${field}`);
  return [...new Set(found)];
}

/** Returns the problem codes of the back office, from its sources. */
async function problemCodes(): Promise<string[]> {
  const source = fileURLToPath(new URL("../../../service/src/", import.meta.url));
  const codes = new Set<string>();
  for await (const path of glob(["admin/**/*.ts", "web/problems.ts"], { cwd: source })) {
    const text = await readFile(source + path, "utf8");
    for (const [, code] of text.matchAll(
      /\b(?:ProblemError\(\s*\d+,|conflict\(|gone\(|badRequest\(|unprocessable\()\s*"([a-z-]+)"/g,
    ))
      codes.add(code!);
  }
  assert.ok(codes.size > 30);
  return [...codes].filter((code) => !ofPartners.includes(code));
}
/** Codes of the partner interface only. */
const ofPartners = ["key-invalid", "key-forbidden", "version-expired", "not-acceptable", "in-flight"];
/** Operations whose audit entries record that an operator changed something or read a secret. */
const audited = adminOperations.filter(
  ({ id, method }) =>
    (method !== "GET" || /\.secret$/.test(id)) &&
    ![
      "vouchers.check",
      "partners.previewTerms",
      "bulkActions.preview",
      "letters.preview",
      "products.preview",
      "orders.quote",
      "session.newSecondFactor",
      "session.invitation",
    ].includes(id),
);

const codes: Record<string, string[] | Promise<string[]>> = {
  "orders.flag": Object.keys(flagReasons),
  "orders.status": [...orderStatuses],
  "events.status": valuesOf("events.list", "state"),
  "orders.callback.state": valuesOf("callbacks.list", "state"),
  // The console says `admitted` for an admission.
  "door.result": valuesOf("vouchers.check", "result").filter((result) => result !== "valid"),
  "door.conflict.why": valuesOf("door.events", "conflict"),
  "operators.role": [...allRoles],
  "operators.roleLead": [...allRoles],
  "changes.kind": [...recordKinds],
  // ChangeEffects.tsx counts records by these keys.
  "changes.counted": recordKinds.flatMap((kind) =>
    valuesOf("catalogue.import", "outcome").map((outcome) => `${kind}.${outcome}`),
  ),
  "currencies.origin": valuesOf("currencies.list", "origin"),
  operations: audited.map(({ id }) => id),
  "letters.kind": valuesOf("letters.list", "kind").filter((kind) => !(kind in en.terms.letters.kind)),
  "terms.letters.kind": valuesOf("partners.letters", "kind"),
  "letters.cause": ["confirmed", "reminder", "changed", "cancelled", "thanks", "informed", "voucher"],
  "letters.state": [...letterStates],
  "mail.fault": [...mailFaults],
  "audit.outcomes": ["done", "forbidden", "refused"],
  problems: problemCodes(),
};

for (const [lang, table] of Object.entries({ en, es, pt }))
  test(`${lang} has a text for every code that the service sends`, async () => {
    const known = flattenTexts(table as TextTable);
    const missing: string[] = [];
    for (const [path, values] of Object.entries(codes))
      for (const value of await values) if (!known.has(`${path}.${value}`)) missing.push(`${path}.${value}`);
    assert.deepEqual(missing, []);
  });

test("files call an order what the screens call it, in each language", () => {
  for (const [lang, table] of Object.entries({ en, es, pt }))
    assert.deepEqual(statusNames[lang as "en"], table.orders.status, lang);
});
