import { foldedName, isSearchable } from "@paseo/contract/folded-text";
import Type from "typebox";
import { SearchHits, searchStore } from "../../domain/orders/search.ts";
import { givenDay } from "../../records/schemas.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { invalidFields } from "../editing/changing.ts";
import { checkDay } from "../editing/event-operations.ts";
import { officeRoles, operation } from "../operation.ts";

/** Search over the whole back office. */

export const searchOperations = [
  operation({
    id: "search.find",
    method: "GET",
    path: "/search",
    summary: "Find orders, guests, products, partners and events by the beginnings of words",
    roles: officeRoles,
    query: Type.Object({
      q: Type.String({ minLength: 1, maxLength: 100, description: "All words must match, in any order." }),
      day: Type.Optional({ ...givenDay, description: "Only events of this local day, yyyy-MM-dd." }),
    }),
    response: SearchHits,
    async run({ service, query: { q, day }, now, lang }) {
      checkDay(day, "day");
      if (q.trim().length < 2 && !isSearchable(foldedName(q)))
        throw invalidFields([{ pointer: "q", ...refusal("two-letters-needed") }]);
      return searchStore(service.db, q, { now, lang, day });
    },
  }),
];
