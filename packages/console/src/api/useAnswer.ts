import { type UseQueryOptions, type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ApiAnswer, OperationId, Request } from "./types.ts";
import { useApi } from "./useApi.ts";

type Options<Data> = Partial<
  Pick<
    UseQueryOptions<Data>,
    | "gcTime"
    | "networkMode"
    | "placeholderData"
    | "refetchInterval"
    | "refetchOnReconnect"
    | "refetchOnWindowFocus"
    | "retry"
    | "staleTime"
  >
>;

type Read<Id extends OperationId> =
  object extends Request<Id>
    ? [request?: Request<Id> | null, options?: Options<ApiAnswer<Id>>]
    : [request: Request<Id> | null, options?: Options<ApiAnswer<Id>>];

/**
 * Reads the answer of an operation. Equal requests share one answer, with the operation as the first part of the key. If the request is
 * null, it reads nothing.
 */
export function useAnswer<Id extends OperationId>(
  id: Id,
  ...[request, options]: Read<Id>
): UseQueryResult<ApiAnswer<Id>, Error> {
  const api = useApi();
  return useQuery<ApiAnswer<Id>>({
    queryKey: [id, request ?? {}],
    queryFn: () => api(id, request as never),
    enabled: request !== null,
    retry: false,
    ...options,
  });
}

/** Options for reading names and choices. These rarely change, and a page shows ids until the names are loaded. */
export const namesQueryOptions = { staleTime: 60_000, retry: 3 } as const;
