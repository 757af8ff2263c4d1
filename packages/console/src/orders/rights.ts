import { useQuery } from "@tanstack/react-query";
import { myRights } from "../session.ts";
import { type Act, operationOf } from "./order.ts";

/** Which acts the operator may do. While that is not known: none. */
export function useOrderRights(): (act: Act | "export") => boolean {
  // Below `auth`, so that it is forgotten with the session.
  const { data } = useQuery({ queryKey: ["auth", "rights"], queryFn: myRights, staleTime: 60_000 });
  return (act) => data?.has(`orders.${act === "export" ? act : operationOf(act)}`) ?? false;
}
