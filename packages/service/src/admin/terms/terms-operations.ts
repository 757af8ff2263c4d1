import Type from "typebox";
import { presentLimit } from "../../domain/terms/limits.ts";
import { previewTerms } from "../../domain/terms/preview.ts";
import { balancesOfPartner } from "../../domain/terms/statements.ts";
import { addTerms, presentTerms, removeTerms, termsProblems } from "../../domain/terms/terms.ts";
import { Company } from "../../records/partners/company.ts";
import { maxTermsLines, NamedTermsLine, TermsContent, TermsLine } from "../../records/partners/partner-terms.ts";
import { givenDay, givenInstant, instant, nullable, Revision, text } from "../../records/schemas.ts";
import { homeZone } from "../../store/operators/home.ts";
import { companyOfPartner, writeCompany } from "../../store/terms/companies.ts";
import { namedLinesOfVersion, type TermsRow, termsOfPartner } from "../../store/terms/partner-terms.ts";
import { priceLists } from "../../store/terms/price-lists.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { conflict } from "../../web/problems.ts";
import { invalidFields } from "../editing/changing.ts";
import { type AdminCall, listSchema, officeRoles, operation, requireRecord } from "../operation.ts";
import { changedMeanwhile } from "../operators/operator-problems.ts";
import { existingPartner } from "../partners/partner-operations.ts";

/** What partners pay and earn: docs/decisions/0067-terms-of-partners.md. */

const decimal = Type.String({ description: "Decimal." });
const uuid = Type.String({ format: "uuid" });

export const TermsVersion = Type.Object({
  id: text,
  validFrom: instant,
  validUntil: nullable(instant, "Null: until a later version begins."),
  state: Type.Enum(["coming", "present", "past"]),
  content: TermsContent,
  priceListId: nullable(text),
  createdAt: instant,
  createdBy: Type.String({ description: "E-mail address of the operator." }),
});

export const Limit = Type.Object({
  kind: Type.Enum(["credit", "prepaid"]),
  currencyCode: text,
  amount: decimal,
  owed: Type.String({ description: "What the partner owes for all orders; below zero: what it has paid before." }),
  left: Type.String({ description: "What it can still buy; below zero: it is over its limit." }),
  isLow: Type.Boolean(),
});

export const Balance = Type.Object({
  currencyCode: text,
  stated: Type.String({ description: "After the last statement, less payments since then." }),
  open: Type.String({ description: "Of orders that no statement has." }),
  owed: Type.String({ description: "The sum. Below zero: what the operator owes." }),
});

const TermsPriceRow = Type.Object({
  productId: text,
  productName: text,
  itemId: text,
  itemName: text,
  ticket: text,
  eventOn: Type.String({ description: "Local date and time of the item's first event from the day on." }),
  currencyCode: text,
  retail: Type.String({ description: "What the guest pays for one ticket." }),
  commission: decimal,
  net: decimal,
  line: nullable(Type.Integer(), "Position of the line that applies, from 0. Null: the general percentage."),
  list: Type.Boolean({ description: "Whether the line is one of the price list." }),
});

const lines = Type.Array(TermsLine, { maxItems: maxTermsLines });
const priced = {
  content: TermsContent,
  priceListId: nullable(uuid, "Null: none."),
  lines,
};

export const termsOperations = [
  operation({
    id: "partners.company",
    method: "GET",
    path: "/partners/{id}/company",
    summary: "Read a partner as a company: legal name, tax number, address and contacts",
    roles: officeRoles,
    response: Type.Object({ company: Company, revision: Revision }),
    async run({ service, params }) {
      const { id, revision } = await existingPartner(service.db, params.id!);
      return { company: await companyOfPartner(service.db, id), revision };
    },
  }),
  operation({
    id: "partners.changeCompany",
    method: "PUT",
    path: "/partners/{id}/company",
    summary: "Change a partner's legal name, tax number, address and contacts",
    roles: ["owner"],
    body: Type.Object({ company: Company, revision: Revision }),
    response: Type.Object({ company: Company, revision: Revision }),
    async run({ service, params, body: { company, revision }, change }) {
      const { id, externalId: subject } = await existingPartner(service.db, params.id!);
      const before = await companyOfPartner(service.db, id);
      await change({ subject, before, after: company }, async (tx) => {
        if (!(await writeCompany(tx, id, company, revision))) throw changedMeanwhile();
      });
      return { company, revision: revision + 1 };
    },
  }),
  operation({
    id: "partners.terms",
    method: "GET",
    path: "/partners/{id}/terms",
    summary: "List the versions of a partner's terms, the latest first, with what it owes and what its limit leaves",
    roles: officeRoles,
    response: Type.Object({
      versions: Type.Array(TermsVersion),
      balances: Type.Array(Balance, { description: "Of its accounts, one for each currency." }),
      limit: nullable(Limit, "Null: the present terms have none."),
    }),
    async run({ service, params, now }) {
      const { db } = service;
      const { id } = await existingPartner(db, params.id!);
      const versions = await termsOfPartner(db, id);
      return {
        versions: versions.map((version) => shownVersion(version, versions, now)),
        balances: await balancesOfPartner(db, id, { now, zone: await homeZone(db) }),
        limit: await presentLimit(db, id, now),
      };
    },
  }),
  operation({
    id: "partners.termsLines",
    method: "GET",
    path: "/partners/{id}/terms/{version}/lines",
    summary: "List the lines of a version of a partner's terms",
    roles: officeRoles,
    response: listSchema(NamedTermsLine),
    async run(call) {
      const { version } = await versionOf(call);
      const data = await namedLinesOfVersion(call.service.db, version.id);
      return { data, total: data.length };
    },
  }),
  operation({
    id: "partners.addTerms",
    method: "POST",
    path: "/partners/{id}/terms",
    summary: "Add a version of a partner's terms. It replaces the former one from its first instant on",
    roles: ["owner"],
    body: Type.Object({
      validFrom: Type.Optional(nullable(givenInstant, "Omitted or null: from now on.")),
      validUntil: Type.Optional(nullable(givenInstant, "Omitted or null: until a later version begins.")),
      ...priced,
    }),
    response: Type.Object({ id: text }),
    async run({ service, params, body, operator, now, recorded }) {
      const { id: partnerId, externalId: subject } = await existingPartner(service.db, params.id!);
      const { content, priceListId } = body;
      const wish = {
        ...{ content, priceListId, lines: body.lines },
        validFrom: body.validFrom ? new Date(body.validFrom) : null,
        validUntil: body.validUntil ? new Date(body.validUntil) : null,
      };
      const problems = await termsProblems(service.db, wish, now);
      if (priceListId && (await priceLists(service.db, now, priceListId)).length === 0)
        problems.push({ pointer: "/priceListId", ...refusal("price-list-unknown") });
      if (problems.length > 0) throw invalidFields(problems);
      const after = { ...wish, lines: wish.lines.length };
      const id = await recorded(
        (tx) => addTerms(tx, partnerId, wish, { by: operator?.email ?? "", now }),
        () => ({ subject, after }),
      );
      return { id };
    },
  }),
  operation({
    id: "partners.endTerms",
    method: "DELETE",
    path: "/partners/{id}/terms/{version}",
    summary: "Delete a version of a partner's terms that has not begun, or end the present one now",
    roles: ["owner"],
    async run(call) {
      const { partner, version } = await versionOf(call);
      const { id, validFrom } = version;
      await call.change({ subject: partner, before: { id, validFrom } }, async (tx) => {
        if (!(await removeTerms(tx, version, call.now)))
          throw conflict("terms-ended", "This version of the terms has ended.");
      });
    },
  }),
  operation({
    id: "partners.previewTerms",
    method: "POST",
    path: "/terms/preview",
    summary: "Show each price that terms make, for the first event of each item from a day on. Nothing is stored",
    roles: officeRoles,
    body: Type.Object({ ...priced, day: givenDay }),
    response: listSchema(TermsPriceRow),
    async run({ service, body: { day, ...wish }, now }) {
      const data = await previewTerms(service.db, wish, { day, now });
      return { data, total: data.length };
    },
  }),
];

export function shownVersion(version: TermsRow, versions: readonly TermsRow[], now: Date) {
  const present = presentTerms(versions, now);
  const state = version.validFrom > now ? "coming" : version.id === present?.id ? "present" : "past";
  return { ...version, state };
}

async function versionOf({ service, params }: Pick<AdminCall<unknown, unknown>, "service" | "params">) {
  const { id, externalId } = await existingPartner(service.db, params.id!);
  const found = (await termsOfPartner(service.db, id)).find((one) => one.id === params.version);
  return { partner: externalId, version: requireRecord(found ?? null, "version of the terms") };
}
