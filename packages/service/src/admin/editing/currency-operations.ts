import Big from "big.js";
import Type from "typebox";
import {
  type CurrencyRepricing,
  type CurrencyTerms,
  currenciesEdit,
  currencyTerms,
  ecbBaseRate,
  RateEffects,
  rateDigits,
  rateEffects,
} from "../../domain/editing/rates.ts";
import { CatalogueChanges } from "../../domain/import/changes.ts";
import { Revision, text } from "../../records/schemas.ts";
import type { Db, Tx } from "../../store/database/database.ts";
import { sourceState } from "../../store/editing/product-sources.ts";
import {
  CurrencyLine,
  currencyFilter,
  currencyLine,
  currencySorts,
  listCurrencyLines,
  RateHistoryLine,
  type RateOrigin,
  rateHistory,
} from "../../store/editing/rates.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { conflict } from "../../web/problems.ts";
import { listOperation, officeRoles, operation, requireRecord } from "../operation.ts";
import { changedMeanwhile } from "../operators/operator-problems.ts";
import {
  auditSummary,
  ChangeAnswer,
  catalogueRoles,
  changeQuery,
  invalidFields,
  type RecordCall,
  runCatalogueEdit,
} from "./changing.ts";
import { maxUploadBytes, stateQuery } from "./exchange-operations.ts";

/** Currencies and their rates: entered by hand, with a markup, or from the European Central Bank's file. */

const given = {
  name: Type.String({ minLength: 1, maxLength: 200 }),
  displaySymbol: Type.String({ minLength: 1, maxLength: 8 }),
  active: Type.Boolean(),
  base: Type.String({ pattern: "^\\d{1,9}(\\.\\d{1,8})?$", description: "Units for one US dollar before the markup." }),
  markup: Type.String({
    pattern: "^-?\\d{1,2}(\\.\\d{1,4})?$",
    description: `Per cent, from -50 to 99. The rate is base / (1 + markup / 100), rounded half up to ${rateDigits} digits.`,
  }),
};

const Written = Type.Object({ ...ChangeAnswer.properties, effects: RateEffects });

export const currencyOperations = [
  listOperation({
    id: "currencies.list",
    path: "/currencies",
    summary: "List currencies with their rates",
    sorts: currencySorts,
    filter: currencyFilter,
    record: CurrencyLine,
    rows: ({ service }, filter, page) => listCurrencyLines(service.db, filter, page),
  }),
  operation({
    id: "currencies.show",
    method: "GET",
    path: "/currencies/{id}",
    summary: "Read a currency",
    roles: officeRoles,
    response: CurrencyLine,
    run: ({ service, params }) => existing(service.db, params.id!),
  }),
  listOperation({
    id: "currencies.history",
    path: "/currencies/{id}/history",
    summary: "List the rates of a currency over time, newest first",
    filter: {},
    record: RateHistoryLine,
    async rows({ service, params }, _filter, page) {
      const { code } = await existing(service.db, params.id!);
      return rateHistory(service.db, code, page);
    },
  }),
  operation({
    id: "currencies.create",
    method: "POST",
    path: "/currencies",
    summary: "Create a currency",
    roles: catalogueRoles,
    query: Type.Object(changeQuery),
    body: Type.Object({ code: Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 4217." }), ...given }),
    response: Written,
    run: (call) =>
      writeOne(call, call.body.code, async (tx) => {
        if (await currencyLine(tx, call.body.code))
          throw conflict("code-taken", `There is a currency ${call.body.code} already.`);
        return call.body;
      }),
  }),
  operation({
    id: "currencies.update",
    method: "PUT",
    path: "/currencies/{id}",
    summary: "Change a currency, its rate and its markup. Validated prices keep the old rate for the price hold",
    roles: catalogueRoles,
    query: Type.Object(changeQuery),
    body: Type.Object({ ...given, revision: Revision }),
    response: Written,
    run: (call) =>
      writeOne(call, call.params.id!, async (tx) => {
        const { revision, ...terms } = call.body;
        const before = await existing(tx, call.params.id!);
        if (before.revision !== revision) throw changedMeanwhile();
        return { ...terms, code: before.code };
      }),
  }),
  operation({
    id: "currencies.ecb",
    method: "POST",
    path: "/currencies/ecb",
    summary: "Set rates from the European Central Bank's file (eurofxref-daily.xml); markups stay",
    roles: catalogueRoles,
    query: Type.Object({ ...changeQuery, state: stateQuery }),
    upload: { types: ["application/xml", "text/xml"], maxBytes: maxUploadBytes },
    response: Type.Object({
      dryRun: Type.Boolean(),
      date: Type.String({ description: "The newest day of the file." }),
      missing: Type.Array(text, { description: "Active currencies that the file lacks: they keep their rates." }),
      state: Type.String({
        description: "Send it with the real run, which then makes exactly the changes of the dry run.",
      }),
      changes: CatalogueChanges,
      effects: RateEffects,
    }),
    async run(call) {
      const ecb = await call.service.files.ecb(call.file.bytes);
      const { query } = call;
      let missing: string[] = [];
      let state = "";
      const make = async (tx: Tx) => {
        const rows = await everyCurrency(tx);
        state = await stateOfRates(tx, rows);
        if (!query.dryRun && query.state !== undefined && query.state !== state) throw changedMeanwhile();
        const ours = rows
          .filter(({ code }) => code !== "USD")
          .map((line) => ({ line, base: ecbBaseRate(ecb, line.code) }));
        missing = ours.flatMap(({ line, base }) => (base === null && line.active ? [line.code] : []));
        return ours.flatMap(({ line, base }) => (base === null ? [] : [{ ...currencyTerms(line), base }]));
      };
      const { dryRun, effects, changes } = await write(call, "ecb", make, async (_line, changes, tx) => {
        state = await stateOfRates(tx, await everyCurrency(tx));
        return call.auditEntry({ subject: `ECB ${ecb.date}`, after: auditSummary(changes) }, tx);
      });
      return { dryRun, date: ecb.date, missing, state, changes, effects };
    },
  }),
];

const everyCurrency = async (tx: Tx) => (await listCurrencyLines(tx, {}, { offset: 0, limit: 1000 })).rows;

const stateOfRates = (tx: Tx, rows: readonly CurrencyLine[]): Promise<string> =>
  sourceState(tx, { products: [], pages: [], currencies: rows.map(({ code }) => code) });

async function writeOne(call: RecordCall, code: string, make: (tx: Tx) => Promise<CurrencyTerms>) {
  let line = null as CurrencyLine | null;
  const written = await write(
    call,
    "hand",
    async (tx) => {
      line = await currencyLine(tx, code);
      const terms = await make(tx);
      checkTerms(terms);
      return [terms];
    },
    async (after, _changes, tx) => {
      const before = line && currencyTerms(line);
      line = after;
      return call.auditEntry({ subject: code, ...(before && { before }), after: after && currencyTerms(after) }, tx);
    },
  );
  return { id: line?.code ?? null, revision: line?.revision ?? 0, ...written };
}

function checkTerms({ code, base, markup }: CurrencyTerms): void {
  if (new Big(markup).lt(-50))
    throw invalidFields([{ pointer: "/markup", ...refusal("markup-too-small", { least: -50 }) }]);
  if (!new Big(base).gt(0)) throw invalidFields([{ pointer: "/base", ...refusal("rate-not-positive") }]);
  if (code === "USD" && !(new Big(base).eq(1) && new Big(markup).eq(0)))
    throw invalidFields([{ pointer: "/base", ...refusal("dollar-without-markup") }]);
}

/** Writes currencies. Then, except in a dry run, it calls `record` with the currency that it stored last. */
async function write(
  call: RecordCall,
  origin: RateOrigin,
  make: (tx: Tx) => Promise<CurrencyTerms[]>,
  record: (last: CurrencyLine | null, changes: CatalogueChanges, tx: Tx) => Promise<number>,
) {
  let repriced: CurrencyRepricing[] = [];
  const changes = await runCatalogueEdit(
    call,
    async (tx) => {
      const wanted = await make(tx);
      const { repriced: found, ...edit } = await currenciesEdit(tx, wanted, origin, {
        by: call.operator.email,
        now: call.now,
      });
      repriced = found;
      const code = wanted.at(-1)?.code;
      return {
        ...edit,
        record: async (changes, tx) => record(code ? await currencyLine(tx, code) : null, changes, tx),
      };
    },
    ratePointer,
  );
  const effects = await rateEffects(call.service.db, repriced, call.now);
  return { dryRun: call.query.dryRun ?? false, changes, effects };
}

/** Translates pointers into a file of one currency to pointers into the request. */
const ratePointer = (pointer: string): string =>
  pointer.replace(/^\/currencies\/0\/rate$/, "/base").replace(/^\/currencies\/0(?=\/|$)/, "");

const existing = async (db: Db, code: string): Promise<CurrencyLine> =>
  requireRecord(await currencyLine(db, code), "currency");
