import { stepsApplications, stepsCounts } from "@paseo/contract/codes";
import { limits } from "@paseo/contract/limits";
import Type from "typebox";
import { codeField, noFurtherFields, wholeField } from "../field-types.ts";
import { maxPriceSteps } from "./ticket-prices.ts";

/** Amounts are decimal strings, because a binary fraction would change them. */
const amount = Type.String({
  pattern: "^\\d{1,9}(\\.\\d{1,4})?$",
  description: "Decimal string, with at most the decimals of the currency.",
});
/** The prices by number of a price. */
export const stepFields = {
  steps: Type.Optional(
    Type.Array(
      Type.Object(
        {
          from: wholeField(2, limits.quantity, { description: "The number from which the step applies." }),
          amount,
        },
        noFurtherFields,
      ),
      {
        minItems: 1,
        maxItems: maxPriceSteps,
        description:
          "Prices by number, ascending. `amount` is the price of the smallest number, and no step costs more than the one before.",
      },
    ),
  ),
  stepsCount: Type.Optional(
    Type.Enum([...stepsCounts], {
      description: "What the steps count: the tickets of this code, or all people of the order. Omitted: `tickets`.",
    }),
  ),
  stepsApply: Type.Optional(
    Type.Enum([...stepsApplications], {
      description:
        "`all`: the step's price is for all tickets of this code. `further`: for the tickets from its number on. Omitted: `all`.",
    }),
  ),
};

/** What a ticket costs, in a catalogue file. */
export const CataloguePrice = Type.Object(
  {
    code: codeField({ description: "Code of a ticket rule." }),
    amount,
    ...stepFields,
    stock: Type.Optional(
      wholeField(0, 1_000_000, {
        description:
          "How many an event sells of a ticket whose rule says 0 people and 0 seats. Omitted: as many as orders may have.",
      }),
    ),
  },
  noFurtherFields,
);

export type CataloguePrice = Type.Static<typeof CataloguePrice>;
