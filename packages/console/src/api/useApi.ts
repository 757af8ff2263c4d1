import { useCallback } from "react";
import { useLogoutIfAccessDenied } from "react-admin";
import { callApi } from "./client.ts";

/** Calls operations as the signed-in operator. Opens the sign-in page when the session has ended. */
export function useApi(): typeof callApi {
  const signOutIfEnded = useLogoutIfAccessDenied();
  return useCallback<typeof callApi>(
    async (id, ...request) => {
      try {
        return await callApi(id, ...request);
      } catch (error) {
        await signOutIfEnded(error);
        throw error;
      }
    },
    [signOutIfEnded],
  );
}
