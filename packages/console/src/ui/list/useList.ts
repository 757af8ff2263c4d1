import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigationType, useSearchParams } from "react-router";
import type { OperationId } from "../../api/types.ts";
import { useApi } from "../../api/useApi.ts";
import { lastListStates } from "../../session/left-lists.ts";

export interface Sort {
  field: string;
  order: "ASC" | "DESC";
}

type Filter = Record<string, string>;

interface State {
  page: number;
  perPage: number;
  sort: Sort | null;
  filter: Filter;
}

/** The records of a page, and the state that selects them. */
export interface List<Row = { id: string | number }> extends Omit<State, "filter"> {
  /** The name of the list in addresses. */
  resource: string;
  data: Row[] | undefined;
  total: number;
  error: unknown;
  /** Whether `data` still holds the previous page while the next page loads. */
  isFormer: boolean;
  filterValues: Filter;
  setPage: (page: number) => void;
  setPerPage: (perPage: number) => void;
  setSort: (sort: Sort) => void;
  /** Replaces all filters. */
  setFilters: (filter: Filter) => void;
  /** Changes some filters. An empty filter is removed. */
  changeFilters: (changes: Record<string, string | undefined>) => void;
  /** How often the filters were replaced, for example by a saved filter, a link or the browser's back button. */
  replaced: number;
}

/** The list operation of a resource, which is named as in addresses: `white-labels` for `whiteLabels.list`. */
const operationOf = (resource: string): OperationId =>
  `${resource.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}.list` as OperationId;

/** Marks an address that the list itself has set, so that its fields have the values already. */
const own = "own";

/** Reads a list page by page. Page, sort and filters are in the address. The previous page stays while the next page loads. */
export function useList(
  resource: string,
  {
    sort = null,
    filter = {},
    perPage,
    operation = operationOf(resource),
  }: {
    sort?: Sort | null | undefined;
    filter?: Filter | undefined;
    perPage: number;
    operation?: OperationId | undefined;
  },
): List {
  const api = useApi() as (operation: OperationId, request: object) => Promise<{ data: []; total: number }>;
  const [address, setAddress] = useSearchParams();
  const inAddress = address.size > 0;
  const shown = useRef(address);
  shown.current = address;
  useEffect(
    () => () => {
      if (shown.current.size > 0) lastListStates.set(resource, shown.current);
    },
    [resource],
  );
  const state = stateOf(inAddress ? address : (lastListStates.get(resource) ?? address), {
    page: 1,
    perPage,
    sort,
    filter,
  });
  const query = {
    page: state.page,
    perPage: state.perPage,
    ...(state.sort && { sort: state.sort.field, order: state.sort.order.toLowerCase() }),
    ...state.filter,
  };
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: [operation, { query }],
    queryFn: ({ signal }) => api(operation, { query, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const { key, state: isOwn } = useLocation();
  const isBack = useNavigationType() === "POP";
  const latest = useRef(state);
  const shownKey = useRef(key);
  const [replaced, setReplaced] = useState(0);
  // A render between a change and its address, for example with new rows, still has the former address. The next change must
  // not undo the last one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state follows the address.
  useLayoutEffect(() => {
    latest.current = state;
    if (key !== shownKey.current && (isBack || isOwn !== own)) setReplaced((times) => times + 1);
    shownKey.current = key;
  }, [key]);
  // A restored state is in the address too, so that a click on the menu changes the address and empties the fields of the filters.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is restored when the address loses it.
  useLayoutEffect(() => {
    const left = lastListStates.get(resource);
    if (!inAddress && left) setAddress(left, { replace: true, state: own });
  }, [resource, inAddress]);
  const change = (changes: Partial<State>, isReplacement = false) => {
    latest.current = { ...latest.current, ...changes };
    setAddress(addressOf(latest.current), { state: isReplacement ? null : own });
  };
  const lastPage = Math.max(1, Math.ceil((data?.total ?? 1) / state.perPage));
  const beyond = data !== undefined && !isFetching && state.page > lastPage;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list moves to its last page when the requested page does not exist.
  useEffect(() => {
    if (beyond) change({ page: lastPage });
  }, [beyond, lastPage]);
  return {
    resource,
    data: data?.data,
    total: data?.total ?? 0,
    error,
    isFormer: isPlaceholderData,
    ...state,
    filterValues: state.filter,
    setPage: (page) => change({ page }),
    setPerPage: (size) => change({ perPage: size, page: 1 }),
    setSort: (next) => change({ sort: next, page: 1 }),
    setFilters: (filter) => change({ filter, page: 1 }, true),
    changeFilters: (changes) => change({ filter: filled({ ...latest.current.filter, ...changes }), page: 1 }),
    replaced,
  };
}

const ListContext = createContext<List | null>(null);
export const ListProvider = ListContext.Provider;

/** Returns the surrounding list. */
export const useListContext = <Row>(): List<Row> => useContext(ListContext) as unknown as List<Row>;

/** Reads the state from an address. Missing parameters take the list's default values. */
function stateOf(address: URLSearchParams, usual: State): State {
  const number = (name: "page" | "perPage") => Math.max(1, Math.floor(Number(address.get(name))) || usual[name]);
  const field = address.get("sort");
  const typed = address.get("filter");
  return {
    page: number("page"),
    perPage: number("perPage"),
    sort: field ? { field, order: address.get("order") === "DESC" ? "DESC" : "ASC" } : usual.sort,
    filter: typed === null ? usual.filter : filterIn(typed),
  };
}

function filterIn(text: string): Filter {
  try {
    return filled(JSON.parse(text) as Record<string, unknown>);
  } catch {
    return {};
  }
}

/** Returns the filters that are not empty, as text. */
const filled = (filter: Record<string, unknown>): Filter =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) =>
      value === "" || value === null || value === undefined ? [] : [[name, String(value)]],
    ),
  );

function addressOf({ page, perPage, sort, filter }: State): URLSearchParams {
  return new URLSearchParams({
    filter: JSON.stringify(filter),
    ...(sort && { sort: sort.field, order: sort.order }),
    page: String(page),
    perPage: String(perPage),
  });
}
