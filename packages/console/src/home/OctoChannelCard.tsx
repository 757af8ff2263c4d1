import { FormControlLabel, Link as MuiLink, Stack, Switch, Typography } from "@mui/material";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import type { ApiAnswer } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { FactList } from "../ui/page/layout.tsx";
import { QueryResult } from "../ui/page/QueryResult.tsx";
import { ProblemAlert } from "../ui/page/states.tsx";
import { swapBack, useSavedNotice } from "../ui/useSavedNotice.ts";
import { ChannelCard } from "./ChannelCard.tsx";

type Channels = ApiAnswer<"channels.show">;

/** Switches sales over OCTO on or off, and lists the products that cannot be sold there. */
export function OctoChannelCard() {
  const t = useText();
  const query = useAnswer("channels.show");
  return (
    <ChannelCard title={t("channels.title")} state={query.data?.octo}>
      <Typography color="text.secondary" sx={{ mb: 2 }}>
        {t("channels.lead")}
      </Typography>
      <QueryResult query={query}>{(channels) => <Octo channels={channels} />}</QueryResult>
    </ChannelCard>
  );
}

function Octo({ channels: { octo, octoAddress, products, unsuitable } }: { channels: Channels }) {
  const t = useText();
  const api = useApi();
  const reportSaved = useSavedNotice();
  const queries = useQueryClient();
  const save = (on: boolean) => api("channels.update", { body: { octo: on } });
  const turn = useMutation({
    mutationFn: save,
    onSuccess: async (_, on) => {
      await queries.invalidateQueries({ queryKey: ["channels.show"] });
      reportSaved(t("channels.saved"), swapBack(!on, on, save));
    },
  });
  return (
    <Stack sx={{ gap: 2 }}>
      <FormControlLabel
        control={<Switch checked={octo} disabled={turn.isPending} onChange={(_event, on) => turn.mutate(on)} />}
        label={t("channels.octo")}
      />
      <ProblemAlert error={turn.error} />
      {octo && (
        <>
          <FactList facts={[{ name: t("channels.address"), value: octoAddress, wide: true }]} />
          <Typography>
            {t("channels.products", { smart_count: products })} {t("channels.partner")}
          </Typography>
        </>
      )}
      {unsuitable.length > 0 && (
        <details>
          <summary>{t("channels.hidden", { smart_count: unsuitable.length })}</summary>
          <ul>
            {unsuitable.map(({ id, name, reason }) => (
              <li key={id}>
                <MuiLink component={Link} underline="always" to={`/products/${id}`}>
                  {name}
                </MuiLink>
                {": "}
                {t(`channels.reason.${reason}`, { code: "" })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Stack>
  );
}
