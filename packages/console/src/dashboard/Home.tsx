import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { Navigate } from "react-router";
import { rightsQuery } from "../session/hooks.ts";
import { PageLoading } from "../ui/page/PageLoading.tsx";
import { Problem } from "../ui/page/states.tsx";

const Dashboard = lazy(async () => ({ default: (await import("./Dashboard.tsx")).Dashboard }));

/** The start page of the console. */
export function Home() {
  const { data: rights, error } = useQuery(rightsQuery);
  if (!rights) return error ? <Problem error={error} /> : <PageLoading />;
  if (rights.has("dashboard.show")) return <Dashboard />;
  return <Navigate to={rights.has("orders.list") ? "/queue" : "/door"} replace />;
}
