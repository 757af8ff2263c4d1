import { languages } from "@paseo/contract/codes";
import Type from "typebox";
import { nullable } from "../schemas.ts";

/** A partner as a company. The service sends letters about its account to its contacts. */

const line = (maxLength: number, description?: string) =>
  Type.String({ maxLength, pattern: "^[^\\u0000-\\u001f\\u007f]*$", ...(description && { description }) });

/** What a contact is for. */
export const contactKinds = ["sales", "accounts", "technical", "on-the-day"] as const;

export const Company = Type.Object(
  {
    legalName: line(200),
    taxNumber: line(40),
    address: Type.String({ maxLength: 500, description: "Lines of the postal address.", pattern: "^[^\\u0000]*$" }),
    lang: nullable(Type.Enum([...languages]), "Language of its statements and letters. Null: the store's."),
    contacts: Type.Array(
      Type.Object(
        {
          kind: Type.Enum([...contactKinds]),
          name: line(200),
          email: Type.String({ maxLength: 254, pattern: "^$|^[^\\s@]+@[^\\s@]+$", description: "Empty: none." }),
          phone: line(50),
        },
        { additionalProperties: false },
      ),
      { maxItems: 20 },
    ),
    customerNumber: line(64, "The operator's own number of the partner, such as in its invoicing program."),
    supplierNumber: line(64, "The partner's own number of the operator, which its statements name."),
    notes: Type.String({ maxLength: 5000, pattern: "^[^\\u0000]*$" }),
  },
  { additionalProperties: false },
);
export type Company = Type.Static<typeof Company>;

const empty: Company = {
  legalName: "",
  taxNumber: "",
  address: "",
  lang: null,
  contacts: [],
  customerNumber: "",
  supplierNumber: "",
  notes: "",
};

/** Completes what the store has of a company. */
export const companyOf = (stored: Partial<Company>): Company => ({ ...empty, ...stored });
