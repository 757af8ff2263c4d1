import { useQuery } from "@tanstack/react-query";
import type { OperationId } from "../api/types.ts";
import { myRights } from "./session.ts";

/** The operations that the signed-in operator may call; empty while loading. */
export function useRights(): ReadonlySet<OperationId> {
  // Below `auth`, so that it is cleared with the session.
  const { data } = useQuery({ queryKey: ["auth", "rights"], queryFn: myRights, staleTime: 60_000 });
  return data ?? none;
}

const none: ReadonlySet<OperationId> = new Set();
