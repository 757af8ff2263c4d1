import { useRights } from "../session/useRights.ts";
import { type Act, operationOf } from "./order.ts";

/** The actions that the operator may do. */
export function useOrderRights(): (act: Act | "export") => boolean {
  const rights = useRights();
  return (act) => rights.has(act === "export" ? "orders.export" : operationOf(act));
}
