import Box from "@mui/material/Box";
import CircularProgress from "@mui/material/CircularProgress";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { useText } from "../../i18n/index.ts";

/** A placeholder for a list or record that is loading. */
export function Loading({ lines = 6 }: { lines?: number }) {
  const t = useText();
  return (
    <Stack role="status" aria-label={t("frame.loading")} sx={{ gap: 1 }}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same.
        <Skeleton key={line} variant="rounded" height={36} />
      ))}
    </Stack>
  );
}

/** A placeholder while the console itself is loading. */
export function LoadingPage() {
  const t = useText();
  return (
    <Box component="main" sx={{ minHeight: "100vh", display: "grid", placeItems: "center" }}>
      <CircularProgress aria-label={t("frame.loading")} />
    </Box>
  );
}
