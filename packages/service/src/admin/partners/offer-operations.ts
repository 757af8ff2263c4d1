import Type from "typebox";
import { readOffer, saveOffer } from "../../domain/offers/partner-offer.ts";
import { OfferTerms } from "../../records/partners/offer.ts";
import { Revision, text } from "../../records/schemas.ts";
import { inTransaction } from "../../store/database/database.ts";
import { invalidFields } from "../editing/changing.ts";
import { officeRoles, operation } from "../operation.ts";
import { changedMeanwhile } from "../operators/operator-problems.ts";
import { existingPartner } from "./partner-operations.ts";

/** What a partner sees and sells. */

const terms = OfferTerms.properties;

/** How many names an effect has of each kind. */
const maxNames = 50;
const Names = Type.Object({
  count: Type.Integer(),
  names: Type.Array(text, { description: `The first ${maxNames}, in order.` }),
});

const named = (names: string[]) => ({ count: names.length, names: names.slice(0, maxNames) });

export const offerOperations = [
  operation({
    id: "partners.offer",
    method: "GET",
    path: "/partners/{id}/offer",
    summary: "Read which products a partner sees and sells, and its stop-sales",
    roles: officeRoles,
    response: Type.Object({
      ...terms,
      revision: Revision,
      named: Type.Array(
        Type.Object({
          id: text,
          externalId: text,
          name: text,
          cityCode: text,
          items: Type.Array(Type.Object({ id: text, name: text })),
        }),
        { description: "The products that it names, each with all its items." },
      ),
    }),
    async run({ service, params }) {
      const { id } = await existingPartner(service.db, params.id!);
      const { terms, revision, products } = await readOffer(service.db, id);
      return { ...terms, revision, named: products };
    },
  }),
  operation({
    id: "partners.setOffer",
    method: "PUT",
    path: "/partners/{id}/offer",
    summary: "Change which products a partner sees and sells, and its stop-sales",
    roles: ["owner"],
    query: Type.Object({
      dryRun: Type.Optional(Type.Boolean({ description: "Return what would leave and enter, and change nothing." })),
    }),
    body: Type.Object({ ...terms, revision: Revision }),
    response: Type.Object({
      dryRun: Type.Boolean(),
      revision: Revision,
      leaves: Names,
      enters: Names,
      itemsLeave: Names,
      itemsEnter: Names,
      stopsBegin: Type.Integer(),
      stopsEnd: Type.Integer(),
    }),
    async run({ service, params, query: { dryRun = false }, body: { revision, ...wanted }, now, audit }) {
      const { id, externalId: subject } = await existingPartner(service.db, params.id!);
      const saved = await inTransaction(service.db, async (tx) => {
        const made = await saveOffer(tx, id, { terms: wanted, revision, dryRun }, now);
        if (made.outcome === "changed-meanwhile") throw changedMeanwhile();
        if (made.outcome === "refused") throw invalidFields(made.problems);
        if (!dryRun) await audit({ subject, before: made.before, after: made.after }, tx);
        return made;
      });
      const { leaves, enters, itemsLeave, itemsEnter, stopsBegin, stopsEnd } = saved.effect;
      return {
        dryRun,
        revision: saved.revision,
        ...{ leaves: named(leaves), enters: named(enters) },
        ...{ itemsLeave: named(itemsLeave), itemsEnter: named(itemsEnter) },
        ...{ stopsBegin: stopsBegin.length, stopsEnd: stopsEnd.length },
      };
    },
  }),
];
