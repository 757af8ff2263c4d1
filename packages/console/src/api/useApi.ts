import { useCallback } from "react";
import { useSession } from "../session/hooks.ts";
import { callApi } from "./client.ts";

/** Calls operations as the signed-in operator. Opens the sign-in page when the session has ended. */
export function useApi(): typeof callApi {
  const { endIfOver } = useSession();
  return useCallback<typeof callApi>(
    async (id, ...request) => {
      try {
        return await callApi(id, ...request);
      } catch (error) {
        endIfOver(error);
        throw error;
      }
    },
    [endIfOver],
  );
}
