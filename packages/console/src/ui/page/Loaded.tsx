import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "../../api/client.ts";
import type { Answer, OperationId } from "../../api/types.ts";
import { useApi } from "../../api/useApi.ts";
import { NotFoundPage } from "../../frame/pages.tsx";
import { Loading, Problem } from "./states.tsx";

/** Shows the result of a query; before that a placeholder, or the error. */
export function Loaded<Data>({
  query: { data, error },
  lines = 4,
  children,
}: {
  query: Pick<UseQueryResult<Data>, "data" | "error">;
  lines?: number;
  children: (data: Data) => ReactNode;
}) {
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />;
  if (data !== undefined) return children(data);
  return error ? <Problem error={error} /> : <Loading lines={lines} />;
}

type ShowOperation = Extract<OperationId, `${string}.show`>;

/** Reads a record. `refetchInterval`: milliseconds until it is read again. */
export function useRecord<Id extends ShowOperation>(
  operation: Id,
  id: string,
  options: { refetchInterval?: number } = {},
) {
  const api = useApi();
  return useQuery({
    queryKey: [operation, id],
    queryFn: () => api(operation, { id } as never) as Promise<Answer<Id>>,
    retry: false,
    ...options,
  });
}

/** Reads a record once, for a form. A later state would replace the one with which typed values are compared. */
export function useEditedRecord<Id extends ShowOperation>(operation: Id, id: string) {
  const api = useApi();
  return useQuery({
    queryKey: [operation, id, "edited"],
    queryFn: () => api(operation, { id } as never) as Promise<Answer<Id>>,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
    retry: false,
  });
}
