import { useQuery } from "@tanstack/react-query";
import { myRights } from "../session.ts";

/** The operations that whoever is signed in may do; none while that is not known. */
export function useRights(): ReadonlySet<string> {
  // Below `auth`, so that it is forgotten with the session.
  const { data } = useQuery({ queryKey: ["auth", "rights"], queryFn: myRights, staleTime: 60_000 });
  return data ?? none;
}

const none: ReadonlySet<string> = new Set();
