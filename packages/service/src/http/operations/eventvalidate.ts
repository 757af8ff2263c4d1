import { operations, type ValidateRequest } from "@paseo/contract";
import { validateEvent } from "../../domain/orders/sale.ts";
import { saleOperation } from "./sale.ts";

export const eventvalidateOperation = saleOperation<ValidateRequest>({
  operation: operations.eventvalidate,
  access: "caller",
  run: ({ orderContext }, call) => validateEvent(orderContext, call.body, call),
});
