import Type from "typebox";
import { search } from "../../../domain/orders/finding/search.ts";
import { orderFields } from "../../../store/orders/order-list.ts";
import { nullable, text } from "../../../store/schemas.ts";
import { officeRoles, operation } from "../../operation.ts";

/** Search over the whole back office. */

const Order = Type.Object({
  id: text,
  reference: text,
  status: orderFields.status,
  test: Type.Boolean(),
  leadName: orderFields.leadName,
  email: text,
  phoneNumber: text,
  partner: Type.String({ description: "The partner's name." }),
  externalReference: nullable(text),
  productName: text,
  eventOn: orderFields.eventOn,
});

export const searchOperations = [
  operation({
    id: "search.find",
    method: "GET",
    path: "/search",
    summary: "Find orders, guests, products, partners and sessions by the beginnings of words",
    roles: officeRoles,
    query: Type.Object({
      q: Type.String({ minLength: 2, maxLength: 100, description: "All words must match, in any order." }),
    }),
    response: Type.Object({
      orders: Type.Array(Order, { description: "Orders with this reference or confirmation." }),
      guests: Type.Array(Order, {
        description: "Orders of guests by name, e-mail or telephone, the nearest event first.",
      }),
      products: Type.Array(Type.Object({ id: text, externalId: text, name: text, cityCode: text })),
      partners: Type.Array(Type.Object({ id: text, externalId: text, name: text })),
      sessions: Type.Array(Type.Object({ id: text, productName: text, itemName: text, eventOn: orderFields.eventOn }), {
        description: "The next sessions of the first products.",
      }),
    }),
    run: ({ service, query, now }) => search(service.db, query.q, now),
  }),
];
