import { useQuery } from "@tanstack/react-query";
import { useApi } from "../api/useApi.ts";

/** The store's time zone and currency, and its first steps. */
export function useHome() {
  const api = useApi();
  return useQuery({ queryKey: ["home"], queryFn: () => api("home.show"), retry: false });
}
