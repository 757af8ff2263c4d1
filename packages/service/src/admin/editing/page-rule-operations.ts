import Type from "typebox";
import { pageRuleProblems } from "../../domain/import/made-pages.ts";
import { Revision, text } from "../../records/schemas.ts";
import { listPageLines } from "../../store/editing/page-list.ts";
import { loadPageRules, pageRules, pageSources, writePageRules } from "../../store/editing/page-rules.ts";
import { officeRoles, operation } from "../operation.ts";
import { changedMeanwhile } from "../operators/operator-problems.ts";
import {
  auditSummary,
  ChangeAnswer,
  catalogueRoles,
  changeQuery,
  invalidFields,
  runCatalogueEdit,
} from "./changing.ts";

/** Which content pages the service makes from the products. */

export const pageRuleOperations = [
  operation({
    id: "pageRules.show",
    method: "GET",
    path: "/page-rules",
    summary: "Read which pages the service makes from cities and products",
    roles: officeRoles,
    response: Type.Object({
      ...pageRules,
      revision: Revision,
      cities: Type.Array(
        Type.Object({
          code: text,
          products: Type.Integer({ description: "Number of published products." }),
          ownPage: Type.Boolean({ description: "Whether the city has a page of the operator's own." }),
        }),
        { description: "The cities of the published products." },
      ),
    }),
    async run({ service: { db } }) {
      const cities = Map.groupBy(await pageSources(db), ({ cityCode }) => cityCode.toUpperCase());
      const { rows } = await listPageLines(db, { made: false, type: "city" }, { offset: 0, limit: 1_000_000 });
      const own = new Set(rows.map(({ city_code }) => city_code?.toUpperCase()));
      return {
        ...(await loadPageRules(db)),
        cities: [...cities].sort().map(([code, products]) => ({
          code,
          products: products.length,
          ownPage: own.has(code),
        })),
      };
    },
  }),
  operation({
    id: "pageRules.update",
    method: "PUT",
    path: "/page-rules",
    summary: "Choose which pages the service makes from cities and products. Null switches them off and deletes them",
    roles: catalogueRoles,
    query: Type.Object(changeQuery),
    body: Type.Object({ ...pageRules, revision: Revision }),
    response: ChangeAnswer,
    async run(call) {
      const { revision, ...rules } = call.body;
      const problems = pageRuleProblems(rules);
      if (problems.length > 0) throw invalidFields(problems);
      const dryRun = call.query.dryRun ?? false;
      const after = { ...rules, revision: revision + 1 };
      const changes = await runCatalogueEdit(call, async (tx) => {
        const before = await loadPageRules(tx);
        if (before.revision !== revision) throw changedMeanwhile();
        return {
          file: {},
          pageRules: rules,
          also: (tx) => writePageRules(tx, after),
          record: (changes, tx) =>
            call.auditEntry({ subject: "page rules", before, after: { ...after, ...auditSummary(changes) } }, tx),
        };
      });
      return { id: null, revision: dryRun ? revision : after.revision, dryRun, changes };
    },
  }),
];
