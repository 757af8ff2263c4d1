import { operations } from "@paseo/contract";
import { readOrder } from "../../domain/orders/orders.ts";
import { saleOperation } from "./sale.ts";

export const orderOperation = saleOperation<null, "order-reader">({
  operation: operations.order,
  access: "order-reader",
  unknown: { what: "order", limit: "unknown-orders" },
  run: ({ db, config }, { id, caller }) => readOrder(db, id, caller, { maskKeyless: config.orderAccess !== "open" }),
});
