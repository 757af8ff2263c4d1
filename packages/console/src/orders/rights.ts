import { useRights } from "../session/useRights.ts";
import { type OrderAction, operationOf } from "./order.ts";

/** The actions that the operator may do. */
export function useOrderRights(): (action: OrderAction | "export") => boolean {
  const rights = useRights();
  return (action) => rights.has(action === "export" ? "orders.export" : operationOf(action));
}
