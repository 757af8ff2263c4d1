import { productTypeCodes } from "@paseo/contract";
import Type from "typebox";
import { CatalogueProduct } from "../../store/editing/catalogue-file.ts";
import { instant, nullable, text } from "../schemas.ts";
import { Revision } from "./changing.ts";

/** What the back office answers of products. */

const amount = Type.String({ description: "Decimal, in the product's currency." });

/** Of a list. */
export const ProductLine = Type.Object({
  id: text,
  externalId: text,
  type: Type.Enum([...productTypeCodes]),
  name: text,
  cityCode: text,
  currencyCode: text,
  supplier: nullable(text),
  published: Type.Boolean(),
  deleted: Type.Boolean(),
  hasAvailability: Type.Boolean(),
  minPrice: nullable(amount),
  items: Type.Integer(),
  comingEvents: Type.Integer({ description: "That are not removed." }),
  nextOn: nullable(text, "Local date and time of the first of them."),
  updatedOn: nullable(instant, "When partners' record of it last changed."),
  revision: Type.Integer(),
});

/** A product as the operator writes it, and what follows from it. */
export const ProductDetails = Type.Object({
  id: text,
  revision: Revision,
  updatedAt: instant,
  updatedBy: nullable(text, "E-mail address; null: a command."),
  source: CatalogueProduct,
  items: Type.Array(
    Type.Object({ id: text, externalId: text, name: text, published: Type.Boolean(), minPrice: nullable(amount) }),
  ),
  facts: Type.Object({
    hasAvailability: Type.Boolean(),
    minPrice: nullable(amount),
    minUsdPrice: nullable(Type.String({ description: "Decimal." })),
    comingEvents: Type.Integer(),
    nextEventOn: nullable(text),
    lastEventOn: nullable(text),
    capacity: Type.Integer({ description: "Seats of the coming events that have a limit." }),
    unlimitedEvents: Type.Integer(),
    soldSeats: Type.Integer(),
    soldOfRemoved: Type.Integer({ description: "Seats that are sold of coming events that are out of sale." }),
    updatedOn: nullable(instant, "When partners' record of it last changed."),
  }),
});
