import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { Navigate } from "react-router";
import { rightsQuery, useMe } from "../session/hooks.ts";
import { PageLoading } from "../ui/page/PageLoading.tsx";
import { Problem } from "../ui/page/states.tsx";

const Dashboard = lazy(async () => ({ default: (await import("./Dashboard.tsx")).Dashboard }));

/** The start page of the console. */
export function Home() {
  const { data: rights, error } = useQuery(rightsQuery);
  const { me } = useMe();
  if (!rights) return error ? <Problem error={error} /> : <PageLoading />;
  if (rights.has("dashboard.show")) return <Dashboard />;
  if (rights.has("orders.list")) return <Navigate to="/queue" replace />;
  if (rights.has("door.events")) return <Navigate to="/door" replace />;
  return me?.resourceId ? <Navigate to={`/guides/${me.resourceId}`} replace /> : <PageLoading />;
}
