import { useCallback } from "react";
import { useLogoutIfAccessDenied } from "react-admin";
import { ask } from "../http.ts";

/** Asks an operation as whoever is signed in: when the session has ended, the sign-in page comes. */
export function useAsk(): typeof ask {
  const signOutIfEnded = useLogoutIfAccessDenied();
  return useCallback(
    async <T>(...question: Parameters<typeof ask>): Promise<T> => {
      try {
        return await ask<T>(...question);
      } catch (error) {
        await signOutIfEnded(error);
        throw error;
      }
    },
    [signOutIfEnded],
  );
}
