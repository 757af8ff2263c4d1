import { limits } from "@paseo/contract";
import Type from "typebox";
import type { CataloguePartner } from "../../records/catalogue-file.ts";
import { Revision } from "../../records/schemas.ts";
import type { Tx } from "../../store/database/database.ts";
import { loadPartners } from "../../store/editing/catalogue-records.ts";
import {
  listWhiteLabels,
  WhiteLabelLine,
  whiteLabel,
  whiteLabelFilter,
  whiteLabelSorts,
} from "../../store/editing/white-labels.ts";
import { conflict } from "../../web/problems.ts";
import { listOperation, officeRoles, operation, requireRecord } from "../operation.ts";
import { ChangeAnswer, catalogueRoles, changeQuery, editRecord, invalidFields, type RecordCall } from "./changing.ts";

/** White labels: the sites of partners. The code is their id. */

const name = Type.String({ minLength: 1, maxLength: 200 });

export const whiteLabelOperations = [
  listOperation({
    id: "whiteLabels.list",
    path: "/white-labels",
    summary: "List white labels of all partners",
    sorts: whiteLabelSorts,
    filter: whiteLabelFilter,
    record: WhiteLabelLine,
    rows: ({ service }, filter, page) => listWhiteLabels(service.db, filter, page),
  }),
  operation({
    id: "whiteLabels.show",
    method: "GET",
    path: "/white-labels/{id}",
    summary: "Read a white label",
    roles: officeRoles,
    response: WhiteLabelLine,
    run: async ({ service, params }) => requireRecord(await whiteLabel(service.db, params.id!), "white label"),
  }),
  operation({
    id: "whiteLabels.create",
    method: "POST",
    path: "/white-labels",
    summary: "Create a white label of a partner",
    roles: catalogueRoles,
    query: Type.Object(changeQuery),
    body: Type.Object({
      code: Type.String({ minLength: 1, maxLength: limits.whiteLabelCode, pattern: "^\\S+$" }),
      name,
      partner: Type.String({ maxLength: 128, description: "The partner's external id." }),
    }),
    response: ChangeAnswer,
    run: (call) =>
      write(call, call.body.code, undefined, async (label, tx) => {
        const { code, name, partner } = call.body;
        if (label) throw conflict("code-taken", `There is a white label ${code} already.`);
        const owner = await partnerNamed(tx, partner);
        if (!owner) throw invalidFields([{ pointer: "/partner", detail: `There is no partner ${partner}.` }]);
        return { ...owner, whiteLabels: [...owner.whiteLabels, { code, name }] };
      }),
  }),
  operation({
    id: "whiteLabels.update",
    method: "PUT",
    path: "/white-labels/{id}",
    summary: "Rename a white label",
    roles: catalogueRoles,
    query: Type.Object(changeQuery),
    body: Type.Object({ name, revision: Revision }),
    response: ChangeAnswer,
    run: (call) =>
      write(call, call.params.id!, call.body.revision, async (label, tx) => {
        const owner = (await partnerNamed(tx, label!.partner))!;
        const rename = (one: { code: string; name: string }) =>
          one.code === label!.code ? { ...one, name: call.body.name } : one;
        return { ...owner, whiteLabels: owner.whiteLabels.map(rename) };
      }),
  }),
  operation({
    id: "whiteLabels.delete",
    method: "DELETE",
    path: "/white-labels/{id}",
    summary: "Delete a white label",
    roles: catalogueRoles,
    query: Type.Object({ ...changeQuery, revision: Revision }),
    response: ChangeAnswer,
    run: (call) =>
      write(call, call.params.id!, call.query.revision, async (label, tx) => {
        const { pages, code, partner } = label!;
        if (pages > 0)
          throw conflict("white-label-in-use", `${pages} pages name ${code}: change or delete them first.`);
        const owner = (await partnerNamed(tx, partner))!;
        return { ...owner, whiteLabels: owner.whiteLabels.filter((one) => one.code !== code) };
      }),
  }),
];

/** Changes a white label by writing its partner's record, which contains all of them. */
const write = (
  call: RecordCall,
  code: string,
  revision: number | undefined,
  make: (label: WhiteLabelLine | null, tx: Tx) => Promise<CataloguePartner>,
) =>
  editRecord(call, {
    subject: code,
    ...(revision !== undefined && { read: { revision, kind: "white label" } }),
    find: (tx) => whiteLabel(tx, code),
    make: async (tx, label) => ({ partners: [await make(label, tx)] }),
  });

const partnerNamed = async (tx: Tx, name: string) =>
  (await loadPartners(tx)).find(({ externalId }) => externalId === name);
