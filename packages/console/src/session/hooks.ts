import { useQuery } from "@tanstack/react-query";
import { useGetIdentity } from "react-admin";
import type { OperationId } from "../api/types.ts";
import { type Me, myRights } from "./session.ts";

/** The signed-in operator, once loaded; `refetch` after changes of the account settings. */
export function useMe(): { me: Me | undefined; refetch: (() => unknown) | undefined } {
  const { identity, refetch } = useGetIdentity();
  return { me: identity as Me | undefined, refetch };
}

/** The operations that the signed-in operator may call; empty while loading. */
export function useRights(): ReadonlySet<OperationId> {
  // Below `auth`, so that it is cleared with the session.
  const { data } = useQuery({ queryKey: ["auth", "rights"], queryFn: myRights, staleTime: 60_000 });
  return data ?? none;
}

const none: ReadonlySet<OperationId> = new Set();
