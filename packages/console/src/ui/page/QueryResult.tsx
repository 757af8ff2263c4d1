import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import { ApiError } from "../../api/client.ts";
import type { ApiAnswer, OperationId } from "../../api/types.ts";
import { useApi } from "../../api/useApi.ts";
import { NotFoundPage } from "../../frame/pages.tsx";
import { Loading } from "./Loading.tsx";
import { PagePlaceholder } from "./PagePlaceholder.tsx";
import { ProblemAlert } from "./states.tsx";

/** Shows the result of a query; until then a placeholder, or the error. */
export function QueryResult<Data>({
  query: { data, error },
  lines = 4,
  loading = <Loading lines={lines} />,
  children,
}: {
  query: Pick<UseQueryResult<Data>, "data" | "error">;
  lines?: number;
  /** The placeholder. By default it is `lines` grey lines. */
  loading?: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />;
  if (data !== undefined) return children(data);
  return error ? <ProblemAlert error={error} /> : loading;
}

type ShowOperation = Extract<OperationId, `${string}.show`>;

/**
 * Shows the record whose id is in the address. `edited`: the record is read once, for a form. A later state would replace the one with
 * which typed values are compared.
 */
export function RecordPage<Id extends ShowOperation>({
  operation,
  edited = false,
  refetchInterval = false,
  children,
}: {
  operation: Id;
  edited?: boolean;
  /** Milliseconds until the page reads the data again. */
  refetchInterval?: number | false;
  children: (record: ApiAnswer<Id>) => ReactNode;
}) {
  const api = useApi();
  const { id = "" } = useParams();
  const query = useQuery({
    queryKey: edited ? [operation, id, "edited"] : [operation, id],
    queryFn: () => api(operation, { id } as never) as Promise<ApiAnswer<Id>>,
    refetchInterval,
    retry: false,
    ...(edited && { refetchOnWindowFocus: false, refetchOnReconnect: false, gcTime: 0 }),
  });
  return (
    <QueryResult query={query} loading={<PagePlaceholder />}>
      {children}
    </QueryResult>
  );
}
