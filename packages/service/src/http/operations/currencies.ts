import { operations } from "@paseo/contract";
import { listCurrencies } from "../../domain/catalogue/lists.ts";
import { readOperation } from "./read.ts";

export const currenciesOperation = readOperation<object>({
  operation: operations.currencies,
  epoch: ({ currencyVersion }) => `${currencyVersion}`,
  make: ({ db }) => listCurrencies(db),
});
