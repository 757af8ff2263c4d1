import { lazy } from "react";
import { useCanAccess } from "react-admin";
import { Navigate } from "react-router";
import { Loading } from "../ui/page/Loading.tsx";

const Dashboard = lazy(async () => ({ default: (await import("./Dashboard.tsx")).Dashboard }));

/** The start page of the console. */
export function Home() {
  const { canAccess, isPending } = useCanAccess({ resource: "dashboard", action: "show" });
  if (isPending) return <Loading />;
  return canAccess ? <Dashboard /> : <Navigate to="/queue" replace />;
}
