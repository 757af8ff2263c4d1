import { operations } from "@paseo/contract";
import { cancelOrder } from "../../domain/booking/cancellation.ts";
import { saleOperation } from "./sale.ts";

export const ordercancelOperation = saleOperation<{ id: string }>({
  operation: operations.ordercancel,
  access: "seller",
  unknown: { what: "order", limit: "unknown-orders" },
  run: ({ orderContext, config }, call) =>
    cancelOrder(orderContext, call.id, { ...call, supplierWaitMs: config.supplierWaitSeconds * 1000 }),
});
