import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router";
import { ApiError } from "../api/client.ts";
import { useApi } from "../api/useApi.ts";
import { NotFoundPage } from "../frame/pages.tsx";
import { useText } from "../i18n/index.ts";
import { BackTo } from "../ui/page/BackTo.tsx";
import { Loading } from "../ui/page/Loading.tsx";
import { Page } from "../ui/page/Page.tsx";
import { Problem } from "../ui/page/Problem.tsx";
import { CurrencyForm } from "./CurrencyForm.tsx";
import { History } from "./History.tsx";

/** One currency: its rate, what a change of it would do, and the rates that it had. */
export function CurrencyPage() {
  const t = useText();
  const { code = "" } = useParams();
  const api = useApi();
  const client = useQueryClient();
  const { data, error, isPending } = useQuery({
    queryKey: ["currency", code],
    queryFn: () => api("currencies.show", { id: code }),
    // What is being typed is held against the state that was read.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
    retry: false,
  });
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />;
  if (error) return <Problem error={error} />;
  if (isPending) return <Loading lines={8} />;
  return (
    <Page title={`${data.code} · ${data.name}`} above={<BackTo path="/currencies" label={t("currencies.title")} />}>
      <Stack sx={{ gap: 2 }}>
        <CurrencyForm key={data.revision} currency={data} onSaved={() => client.invalidateQueries()} />
        <Box sx={{ minWidth: 0 }}>
          <History code={data.code} />
        </Box>
      </Stack>
    </Page>
  );
}

/** A currency that is not there yet. */
export function NewCurrencyPage() {
  const t = useText();
  const navigate = useNavigate();
  return (
    <Page title={t("currencies.create.title")} above={<BackTo path="/currencies" label={t("currencies.title")} />}>
      <CurrencyForm currency={null} onSaved={(code) => navigate(`/currencies/${code}`, { replace: true })} />
    </Page>
  );
}
