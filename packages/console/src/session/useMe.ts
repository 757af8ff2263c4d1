import { useGetIdentity } from "react-admin";
import type { Me } from "./session.ts";

/** The signed-in operator, once loaded; `refetch` after changes of the account settings. */
export function useMe(): { me: Me | undefined; refetch: (() => unknown) | undefined } {
  const { identity, refetch } = useGetIdentity();
  return { me: identity as Me | undefined, refetch };
}
