import { FormControlLabel, Link as MuiLink, Stack, Switch, Typography } from "@mui/material";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Answer } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { useNotify } from "../ui/notices.tsx";
import { Loaded } from "../ui/page/Loaded.tsx";
import { Facts, Section } from "../ui/page/layout.tsx";
import { Problem } from "../ui/page/states.tsx";

type Channels = Answer<"channels.show">;

/** Switches sales over OCTO on or off, and lists the products that cannot be sold there. */
export function Channels() {
  const t = useText();
  const query = useAnswer("channels.show");
  return (
    <Section title={t("home.channels.title")}>
      <Typography color="text.secondary" sx={{ mb: 2 }}>
        {t("home.channels.lead")}
      </Typography>
      <Loaded query={query}>{(channels) => <Octo channels={channels} />}</Loaded>
    </Section>
  );
}

function Octo({ channels: { octo, octoAddress, products, unsuitable } }: { channels: Channels }) {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const queries = useQueryClient();
  const turn = useMutation({
    mutationFn: (on: boolean) => api("channels.update", { body: { octo: on } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["channels.show"] });
      notify(t("home.channels.saved"), { type: "success" });
    },
  });
  return (
    <Stack sx={{ gap: 2 }}>
      <FormControlLabel
        control={<Switch checked={octo} disabled={turn.isPending} onChange={(_event, on) => turn.mutate(on)} />}
        label={t("home.channels.octo")}
      />
      <Problem error={turn.error} />
      {octo && (
        <>
          <Facts facts={[{ name: t("home.channels.address"), value: octoAddress, wide: true }]} />
          <Typography>
            {t("home.channels.products", { smart_count: products })} {t("home.channels.partner")}
          </Typography>
        </>
      )}
      {unsuitable.length > 0 && (
        <details>
          <summary>{t("home.channels.hidden", { smart_count: unsuitable.length })}</summary>
          <ul>
            {unsuitable.map(({ id, name, reason }) => (
              <li key={id}>
                <MuiLink component={Link} underline="always" to={`/products/${id}`}>
                  {name}
                </MuiLink>
                {": "}
                {t(`home.channels.reason.${reason}`, { code: "" })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Stack>
  );
}
