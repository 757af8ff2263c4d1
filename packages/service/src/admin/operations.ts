import Type from "typebox";
import { currencyOperations } from "./currency-operations.ts";
import { dashboardOperations } from "./dashboard-operations.ts";
import { deliveryOperations } from "./delivery-operations.ts";
import { eventChangeOperations } from "./event-change-operations.ts";
import { eventOperations } from "./event-operations.ts";
import { eventSheetOperations } from "./event-sheet-operations.ts";
import { exchangeOperations } from "./exchange-operations.ts";
import { type AdminOperation, everyRole, operation } from "./operation.ts";
import { operatorOperations } from "./operator-operations.ts";
import { orderOperations } from "./order-operations.ts";
import { ownAccountOperations } from "./own-account-operations.ts";
import { pageOperations } from "./page-operations.ts";
import { partnerKeyOperations } from "./partner-key-operations.ts";
import { partnerOperations } from "./partner-operations.ts";
import { productOperations } from "./product-operations.ts";
import { sessionOperations } from "./session-operations.ts";
import { supplierOperations } from "./supplier-operations.ts";
import { supplierSecretOperations } from "./supplier-secret-operations.ts";
import { voucherOperations } from "./voucher-operations.ts";
import { whiteLabelOperations } from "./white-label-operations.ts";

const operations: readonly AdminOperation[] = [
  ...sessionOperations,
  ...ownAccountOperations,
  ...operatorOperations,
  ...orderOperations,
  ...productOperations,
  ...eventOperations,
  ...eventChangeOperations,
  ...eventSheetOperations,
  ...exchangeOperations,
  ...pageOperations,
  ...whiteLabelOperations,
  ...currencyOperations,
  ...supplierOperations,
  ...supplierSecretOperations,
  ...voucherOperations,
  ...partnerOperations,
  ...partnerKeyOperations,
  ...deliveryOperations,
  ...dashboardOperations,
];

const rolesTable = operation({
  id: "roles.table",
  method: "GET",
  path: "/roles",
  summary: "The operations that each role may do",
  roles: everyRole,
  beforeSecondFactor: true,
  response: Type.Record(Type.String(), Type.Array(Type.String())),
  run: async () => Object.fromEntries(everyRole.map((role) => [role, allowed(role)])),
});

const allowed = (role: (typeof everyRole)[number]): string[] =>
  adminOperations.filter(({ roles }) => roles === "anyone" || roles.includes(role)).map(({ id }) => id);

/** Every operation of the back office: the one list that the router, the OpenAPI document and the tests read. */
export const adminOperations: readonly AdminOperation[] = [...operations, rolesTable];
