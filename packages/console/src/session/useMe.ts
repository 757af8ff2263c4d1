import { useGetIdentity } from "react-admin";
import type { Me } from "./session.ts";

/** Who is signed in, once that is known; `refetch` after own settings changed. */
export function useMe(): { me: Me | undefined; refetch: (() => unknown) | undefined } {
  const { identity, refetch } = useGetIdentity();
  return { me: identity as Me | undefined, refetch };
}
