import Type from "typebox";
import { type AdminOperation, everyRole, operation } from "./operation.ts";
import { operatorOperations } from "./operator-operations.ts";
import { orderOperations } from "./order-operations.ts";
import { sessionOperations } from "./session-operations.ts";
import { voucherOperations } from "./voucher-operations.ts";

const operations: readonly AdminOperation[] = [
  ...sessionOperations,
  ...operatorOperations,
  ...orderOperations,
  ...voucherOperations,
];

const rolesTable = operation({
  id: "roles.table",
  method: "GET",
  path: "/roles",
  summary: "The operations that each role may do",
  roles: everyRole,
  response: Type.Record(Type.String(), Type.Array(Type.String())),
  run: async () => Object.fromEntries(everyRole.map((role) => [role, allowed(role)])),
});

const allowed = (role: (typeof everyRole)[number]): string[] =>
  adminOperations.filter(({ roles }) => roles === "anyone" || roles.includes(role)).map(({ id }) => id);

/** Every operation of the back office: the one list that the router, the OpenAPI document and the tests read. */
export const adminOperations: readonly AdminOperation[] = [...operations, rolesTable];
