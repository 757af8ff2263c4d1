import { randomUUID } from "node:crypto";
import Type from "typebox";
import { lineProblems } from "../../domain/terms/terms.ts";
import { maxTermsLines, NamedTermsLine, TermsLine } from "../../records/partners/partner-terms.ts";
import { givenInstant, instant, nullable, oneLine, Revision, text } from "../../records/schemas.ts";
import { namedLinesOfVersion } from "../../store/terms/partner-terms.ts";
import {
  deletePriceListVersion,
  insertPriceList,
  insertPriceListVersion,
  partnersOfPriceList,
  priceListNamed,
  priceLists,
  priceListVersions,
  renamePriceList,
} from "../../store/terms/price-lists.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { conflict } from "../../web/problems.ts";
import { isUuid } from "../../web/query.ts";
import { invalidFields } from "../editing/changing.ts";
import { type AdminCall, listSchema, officeRoles, operation, requireRecord } from "../operation.ts";
import { changedMeanwhile } from "../operators/operator-problems.ts";

/** Price lists: lines of terms that several partners share. */

const name = Type.String({ minLength: 1, maxLength: 100, pattern: oneLine });

const PriceList = Type.Object({
  id: text,
  name: text,
  revision: Revision,
  versionId: nullable(text, "The version that applies now. Null: none does yet."),
  lines: Type.Integer({ description: "Of that version." }),
  partners: Type.Integer({ description: "Partners whose present or coming terms use the list." }),
});

const PriceListVersion = Type.Object({
  id: text,
  validFrom: instant,
  createdAt: instant,
  createdBy: Type.String({ description: "E-mail address of the operator." }),
  lines: Type.Integer(),
});

export const priceListOperations = [
  operation({
    id: "priceLists.list",
    method: "GET",
    path: "/price-lists",
    summary: "List the price lists by name",
    roles: officeRoles,
    response: listSchema(PriceList),
    async run({ service, now }) {
      const data = await priceLists(service.db, now);
      return { data, total: data.length };
    },
  }),
  operation({
    id: "priceLists.show",
    method: "GET",
    path: "/price-lists/{id}",
    summary: "Read a price list with its versions, the latest first",
    roles: officeRoles,
    response: Type.Object({
      list: PriceList,
      versions: Type.Array(PriceListVersion),
      usedBy: Type.Array(Type.Object({ id: text, name: text }), {
        description: "Partners whose present or coming terms use the list.",
      }),
    }),
    async run(call) {
      const { db } = call.service;
      const list = await listOf(call);
      const versions = await priceListVersions(db, list.id);
      return { list, versions, usedBy: await partnersOfPriceList(db, list.id, call.now) };
    },
  }),
  operation({
    id: "priceLists.create",
    method: "POST",
    path: "/price-lists",
    summary: "Create a price list without lines",
    roles: ["owner"],
    body: Type.Object({ name }),
    response: PriceList,
    async run({ service, body, now, change }) {
      const id = randomUUID();
      await change({ subject: body.name, after: body }, async (tx) => {
        if (!(await insertPriceList(tx, { id, name: body.name }))) throw nameTaken(body.name);
      });
      return (await priceLists(service.db, now, id))[0];
    },
  }),
  operation({
    id: "priceLists.rename",
    method: "PUT",
    path: "/price-lists/{id}",
    summary: "Rename a price list",
    roles: ["owner"],
    body: Type.Object({ name, revision: Revision }),
    response: PriceList,
    async run(call) {
      const { service, body, now, change } = call;
      const list = await listOf(call);
      const taken = await priceListNamed(service.db, body.name);
      if (taken && taken.id !== list.id) throw nameTaken(body.name);
      await change({ subject: list.name, before: { name: list.name }, after: { name: body.name } }, async (tx) => {
        if (!(await renamePriceList(tx, list.id, body.name, body.revision))) throw changedMeanwhile();
      });
      return (await priceLists(service.db, now, list.id))[0];
    },
  }),
  operation({
    id: "priceLists.addVersion",
    method: "POST",
    path: "/price-lists/{id}/versions",
    summary: "Add a version of a price list. It replaces the former one from its first instant on",
    roles: ["owner"],
    body: Type.Object({
      validFrom: Type.Optional(nullable(givenInstant, "Omitted or null: from now on.")),
      lines: Type.Array(TermsLine, { maxItems: maxTermsLines }),
    }),
    response: Type.Object({ id: text }),
    async run(call) {
      const { service, body, operator, now, change } = call;
      const list = await listOf(call);
      const validFrom = body.validFrom ? new Date(body.validFrom) : now;
      const problems = await lineProblems(service.db, body.lines);
      if (validFrom < now) problems.push({ pointer: "/validFrom", ...refusal("terms-in-past") });
      if (problems.length > 0) throw invalidFields(problems);
      const id = randomUUID();
      await change({ subject: list.name, after: { validFrom, lines: body.lines.length } }, (tx) =>
        insertPriceListVersion(
          tx,
          { id, listId: list.id, validFrom, createdBy: operator?.email ?? "", lines: body.lines },
          now,
        ),
      );
      return { id };
    },
  }),
  operation({
    id: "priceLists.versionLines",
    method: "GET",
    path: "/price-lists/{id}/versions/{version}/lines",
    summary: "List the lines of a version of a price list",
    roles: officeRoles,
    response: listSchema(NamedTermsLine),
    async run(call) {
      const version = await versionOf(call);
      const data = await namedLinesOfVersion(call.service.db, version.id);
      return { data, total: data.length };
    },
  }),
  operation({
    id: "priceLists.deleteVersion",
    method: "DELETE",
    path: "/price-lists/{id}/versions/{version}",
    summary: "Delete a version of a price list that has not begun",
    roles: ["owner"],
    async run(call) {
      const list = await listOf(call);
      const { id, validFrom } = await versionOf(call);
      await call.change({ subject: list.name, before: { id, validFrom } }, async (tx) => {
        if (!(await deletePriceListVersion(tx, id, call.now)))
          throw conflict("terms-begun", "This version has begun, and orders may have used it. Add a new version.");
      });
    },
  }),
];

type Call = Pick<AdminCall<unknown, unknown>, "service" | "params" | "now">;

async function listOf({ service, params, now }: Call) {
  const id = params.id!;
  return requireRecord(isUuid(id) ? ((await priceLists(service.db, now, id))[0] ?? null) : null, "price list");
}

async function versionOf(call: Call) {
  const list = await listOf(call);
  const versions = await priceListVersions(call.service.db, list.id);
  return requireRecord(versions.find(({ id }) => id === call.params.version) ?? null, "version of the price list");
}

const nameTaken = (name: string) => conflict("price-list-taken", `There is a price list ${name} already.`);
