import { useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { OperationId } from "../api/types.ts";
import { useSharedValue } from "../ui/shared.ts";
import {
  clearSessionCache,
  readOperatorRights,
  readSignedInOperator,
  type SignedInOperator,
  type signIn,
  storeZone,
} from "./session.ts";

/** session.ts caches the operator and the rights, so that first.ts can load them before React. Without network the device supplies both. */
const known = { retry: false, networkMode: "always" } as const;
export const signedInOperatorQuery = { ...known, queryKey: ["auth", "me"], queryFn: readSignedInOperator };
export const rightsQuery = { ...known, queryKey: ["auth", "rights"], queryFn: readOperatorRights };

/** Returns the signed-in operator, once loaded. Call `refetch` after changes of the account settings. */
export function useSignedInOperator(): { me: SignedInOperator | undefined; refetch: () => Promise<unknown> } {
  const { data, refetch } = useQuery(signedInOperatorQuery);
  const readAgain = () => {
    clearSessionCache();
    return refetch();
  };
  return { me: data, refetch: readAgain };
}

/** Returns the store's time zone, which applies to its days and to every instant that the console shows. */
export const useStoreZone = (): string | undefined => useSharedValue(storeZone);

/** Returns the operations that the signed-in operator may call; none while loading. */
export const useRights = (): ReadonlySet<OperationId> => useQuery(rightsQuery).data ?? none;

const none: ReadonlySet<OperationId> = new Set();

export interface Session {
  /** Signs in and leads to the page that the operator opened. */
  signIn: typeof signIn;
  /** Signs out and leads to the sign-in page. */
  signOut: () => Promise<void>;
  /** If the session has ended, leads to the sign-in page, which leads back to this page. */
  endIfOver: (error: unknown) => void;
}

export const SessionContext = createContext<Session | null>(null);

export const useSession = (): Session => useContext(SessionContext)!;
