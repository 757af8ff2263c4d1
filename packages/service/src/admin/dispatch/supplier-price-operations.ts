import Type from "typebox";
import { decidePrices, WaitingPrice, waitingPrices } from "../../store/dispatch/supplier-prices.ts";
import { conflict } from "../../web/problems.ts";
import { catalogueRoles } from "../editing/changing.ts";
import { listSchema, officeRoles, operation, pageOfRows, pageQuery } from "../operation.ts";

/** Prices of suppliers that wait for a person. */

/** Maximum number of prices of one decision. A year with four dates a day has 1,460. */
const maxDecided = 2_000;

export const supplierPriceOperations = [
  operation({
    id: "suppliers.prices",
    method: "GET",
    path: "/supplier-prices",
    summary: "List the prices of suppliers that changed too much to be copied, and wait for a decision",
    roles: officeRoles,
    query: Type.Object(pageQuery),
    response: listSchema(WaitingPrice),
    run: async ({ service, query }) => pageOfRows(await waitingPrices(service.db), query),
  }),
  operation({
    id: "suppliers.decidePrices",
    method: "POST",
    path: "/supplier-prices",
    summary: "Accept prices of suppliers, which are copied within two minutes, or keep one's own",
    roles: catalogueRoles,
    body: Type.Object({
      ids: Type.Array(Type.String({ format: "uuid" }), { minItems: 1, maxItems: maxDecided, uniqueItems: true }),
      accept: Type.Boolean({ description: "False: our prices stay, until the supplier sends others." }),
    }),
    response: Type.Object({ decided: Type.Integer() }),
    async run({ body: { ids, accept }, operator, now, recorded }) {
      await recorded(
        async (tx) => {
          const prices = await waitingPrices(tx, ids);
          if (prices.length < ids.length)
            throw conflict("changed-meanwhile", "A price no longer waits. Load the list again.");
          const other = prices.find(({ currencyCode, afterCurrency }) => currencyCode !== afterCurrency);
          if (accept && other)
            throw conflict(
              "other-currency",
              `${other.productName} has prices in ${other.currencyCode}, and the supplier's are in ${other.afterCurrency}. Change the product first.`,
            );
          await decidePrices(tx, ids, { state: accept ? "accepted" : "kept", by: operator.email, now });
          return prices;
        },
        (prices) => ({
          subject: [...new Set(prices.map(({ productName }) => productName))].join(", ").slice(0, 200),
          before: { prices: prices[0]!.before, currencyCode: prices[0]!.currencyCode },
          after: {
            ...{ accepted: accept, dates: prices.length, first: prices[0]!.eventOn },
            ...{ prices: prices[0]!.after, currencyCode: prices[0]!.afterCurrency },
          },
        }),
      );
      return { decided: ids.length };
    },
  }),
];
