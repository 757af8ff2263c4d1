import Skeleton from "@mui/material/Skeleton";
import { type ComponentProps, lazy, Suspense } from "react";
import type { DayBars as Bars } from "./DayBars.tsx";

type Props<Row> = ComponentProps<typeof Bars<Row>>;

// The chart library is a third of the console's code, so pages without a chart do not load it.
const LazyBars = lazy(async () => ({ default: (await import("./DayBars.tsx")).DayBars<unknown> }));

/** A bar chart by day, when the chart library has loaded. */
export function DayBars<Row>(props: Props<Row>) {
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={230} />}>
      <LazyBars {...(props as unknown as Props<unknown>)} />
    </Suspense>
  );
}
