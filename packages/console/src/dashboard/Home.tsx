import { lazy } from "react";
import { useCanAccess } from "react-admin";
import { Navigate } from "react-router";
import { Loading } from "../ui/page/states.tsx";

const Dashboard = lazy(async () => ({ default: (await import("./Dashboard.tsx")).Dashboard }));

/** The start page of the console. */
export function Home() {
  const { canAccess, isPending } = useCanAccess({ resource: "dashboard", action: "show" });
  const { canAccess: seesOrders, isPending: isAsking } = useCanAccess({ resource: "orders", action: "list" });
  if (isPending || isAsking) return <Loading />;
  if (canAccess) return <Dashboard />;
  return <Navigate to={seesOrders ? "/queue" : "/redeem"} replace />;
}
