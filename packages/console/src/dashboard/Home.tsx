import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { Navigate } from "react-router";
import { rightsQuery, useSignedInOperator } from "../session/hooks.ts";
import { PagePlaceholder } from "../ui/page/PagePlaceholder.tsx";
import { ProblemAlert } from "../ui/page/states.tsx";

const Dashboard = lazy(async () => ({ default: (await import("./Dashboard.tsx")).Dashboard }));

/** The start page of the console. */
export function Home() {
  const { data: rights, error } = useQuery(rightsQuery);
  const { me } = useSignedInOperator();
  if (!rights) return error ? <ProblemAlert error={error} /> : <PagePlaceholder />;
  if (rights.has("dashboard.show")) return <Dashboard />;
  if (rights.has("orders.list")) return <Navigate to="/queue" replace />;
  if (rights.has("door.events")) return <Navigate to="/door" replace />;
  if (rights.has("own.show")) return <Navigate to="/own/account" replace />;
  return me?.resourceId ? <Navigate to={`/guides/${me.resourceId}`} replace /> : <PagePlaceholder />;
}
