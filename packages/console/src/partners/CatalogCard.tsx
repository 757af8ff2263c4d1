import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "../api/useApi.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { mono } from "../theme/themes.ts";
import { FormButton } from "../ui/dialog/FormDialog.tsx";
import { TextField } from "../ui/form/TextField.tsx";
import { Loaded } from "../ui/page/Loaded.tsx";
import { Section } from "../ui/page/layout.tsx";
import { Secondary } from "../ui/text.tsx";
import type { CatalogAddress, Partner } from "./facts.tsx";

/** The address to which a partner gets messages about changes of the catalogue, and the last attempt. */
export function CatalogCard({ partner }: { partner: Partner }) {
  const t = useText();
  const api = useApi();
  const rights = useRights();
  const { id, name } = partner;
  const query = useQuery({
    queryKey: ["partners", "catalogAddress", id],
    queryFn: () => api("partners.catalogAddress", { id }),
    retry: false,
  });
  return (
    <Section title={t("partners.catalog.title")}>
      <Typography variant="body2" sx={{ mb: 1.5 }}>
        {t("partners.catalog.lead")}
      </Typography>
      <Loaded query={query} lines={2}>
        {({ address }) => (
          <>
            {address ? <Registered address={address} /> : <Secondary>{t("partners.catalog.none")}</Secondary>}
            {rights.has("partners.setCatalogAddress") && (
              <Stack direction="row" sx={{ gap: 1, mt: 1.5 }}>
                <FormButton
                  button={{ size: "small", variant: "outlined" }}
                  label={t("partners.catalog.set")}
                  title={t("partners.catalog.setTitle", { name })}
                  submit={t("frame.action.save")}
                  defaults={{ url: address?.url ?? "" }}
                  save={({ url }) => api("partners.setCatalogAddress", { id, body: { url: url.trim() } })}
                  notice={t("partners.catalog.setDone")}
                >
                  <TextField autoFocus verbatim source="url" label={t("partners.catalog.url")} required most={256} />
                </FormButton>
                {address && (
                  <FormButton
                    danger
                    button={{ size: "small", color: "error" }}
                    of={address.url}
                    label={t("partners.catalog.remove")}
                    title={t("partners.catalog.removeTitle", { name })}
                    lead={t("partners.catalog.removeLead")}
                    save={() => api("partners.removeCatalogAddress", { id })}
                    notice={t("partners.catalog.removeDone")}
                  />
                )}
              </Stack>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

function Registered({ address }: { address: CatalogAddress }) {
  const t = useText();
  const format = useFormat();
  const { url, state, attempts, attemptedAt, httpStatus, outcome } = address;
  return (
    <>
      <Typography sx={{ fontFamily: mono, overflowWrap: "anywhere" }}>{url}</Typography>
      <Secondary>
        {attemptedAt
          ? t("partners.catalog.last", { outcome: `${httpStatus ?? outcome}`, at: format.instant(attemptedAt) })
          : t("partners.catalog.waiting")}
      </Secondary>
      {state === "stopped" && <Typography color="error">{t("partners.catalog.stopped")}</Typography>}
      {attempts > 0 && (
        <Typography color="error">{t("partners.catalog.failing", { smart_count: attempts })}</Typography>
      )}
    </>
  );
}
