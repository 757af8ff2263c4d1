import { revokeGuestLinksOfOrder, settleWithdrawal } from "../../store/site/guest-links.ts";
import { conflict } from "../../web/problems.ts";
import { ofOrder, operation, orderRoles } from "../operation.ts";
import { existingOrder } from "../orders/order-details.ts";

/** What the orders desk does for guests of an own site. */

export const siteGuestOperations = [
  operation({
    id: "orders.revokeGuestPage",
    method: "POST",
    path: "/orders/{id}/guest-page/revoke",
    summary: "Revoke the guest's page of an order of an own site, for good",
    roles: orderRoles,
    async run({ service, params, now, change }) {
      const row = await existingOrder(service, params.id!);
      await change({ ...ofOrder(row), after: { guestPage: "revoked" } }, async (tx) => {
        if (!(await revokeGuestLinksOfOrder(tx, row.id, now)))
          throw conflict("status-changed", "The order has no guest's page that is open.");
      });
    },
  }),
  operation({
    id: "orders.settleWithdrawal",
    method: "POST",
    path: "/orders/{id}/withdrawal/settle",
    summary: "Mark a guest's withdrawal as settled: everything that is due was paid back",
    roles: orderRoles,
    async run({ service, params, change }) {
      const row = await existingOrder(service, params.id!);
      const [before, after] = [{ withdrawal: "open" }, { withdrawal: "settled" }];
      await change({ ...ofOrder(row), before, after }, async (tx) => {
        if (!(await settleWithdrawal(tx, row.id)))
          throw conflict("status-changed", "The order has no withdrawal that is open.");
      });
    },
  }),
];
