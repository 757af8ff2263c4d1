import Type from "typebox";
import { nullable } from "./schemas.ts";

/** How an operator's files of a bank, and the counts of partners, are read: which heading is which field. */

const heading = Type.String({ minLength: 1, maxLength: 100, description: "Heading of a column." });

export const dateOrders = ["dmy", "mdy", "ymd"] as const;
const shared = {
  dates: Type.Enum([...dateOrders], { description: "The sequence of day, month and year." }),
  decimals: Type.Enum(["point", "comma"], { description: "The decimal mark of amounts." }),
};
const closed = { additionalProperties: false };

export const BankMapping = Type.Object(
  {
    date: heading,
    amount: heading,
    texts: Type.Array(heading, { minItems: 1, maxItems: 10, description: "Columns with references and names." }),
    ...shared,
    currencyCode: Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 4217, of the bank's account." }),
  },
  closed,
);
export type BankMapping = Type.Static<typeof BankMapping>;

/** Amounts of an order that a partner's count can have. */
export const countedAmounts = ["owed", "net", "retail", "commission"] as const;

export const CountMapping = Type.Object(
  {
    reference: {
      ...heading,
      description: "Heading of the column with the partner's reference, or with the operator's.",
    },
    amount: heading,
    counts: Type.Enum([...countedAmounts], { description: "Which amount of an order the column has." }),
    day: nullable(heading, "Null: no column has the day of the event or sale."),
    status: nullable(heading, "Null: no column says which orders are cancelled."),
    cancelled: Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
      maxItems: 20,
      description: "What that column says of a cancelled order. Capitals do not matter.",
    }),
    by: Type.Enum(["event", "sale"], {
      description: "Whether a period of the count has the orders of its events or sales.",
    }),
    ...shared,
  },
  closed,
);
export type CountMapping = Type.Static<typeof CountMapping>;
