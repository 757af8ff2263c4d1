import { Typography } from "@mui/material";
import type { ApiAnswer } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { CatalogAddressForm, KeyList } from "../partners/KeysCard.tsx";
import { FormButton } from "../ui/FormDialog.tsx";
import { SectionCard, TwoColumns } from "../ui/page/layout.tsx";
import { Page } from "../ui/page/Page.tsx";
import { PagePlaceholder } from "../ui/page/PagePlaceholder.tsx";
import { QueryResult } from "../ui/page/QueryResult.tsx";
import { Secret } from "../ui/secrets/Secret.tsx";
import { PageLink } from "../ui/text.tsx";

/** The keys of the own partner, its secret, and where its messages go. */
export function AccessPage() {
  const query = useAnswer("own.show");
  return (
    <QueryResult query={query} loading={<PagePlaceholder />}>
      {(partner) => <Loaded partner={partner} />}
    </QueryResult>
  );
}

function Loaded({ partner: { name, notifyChanges } }: { partner: ApiAnswer<"own.show"> }) {
  const t = useText();
  const api = useApi();
  return (
    <Page title={t("ownPartner.access.title")} lead={t("ownPartner.access.lead")}>
      <Typography sx={{ color: "text.secondary", maxWidth: 760 }}>{t("ownPartner.access.keysLead")}</Typography>
      <TwoColumns>
        <KeyList
          name={name}
          query={useAnswer("own.keys")}
          create={(body) => api("own.createKey", { body: { ...body, mode: body.mode ?? "live" } })}
          revoke={(id) => api("own.revokeKey", { id })}
        />
        <SectionCard title={t("partners.secret.title")}>
          <Typography variant="body2" sx={{ mb: 1.5 }}>
            {t("partners.secret.lead")}{" "}
            <PageLink underline="always" to="/own/messages">
              {t("partners.secret.addresses")}
            </PageLink>
          </Typography>
          <Secret
            read={() => api("own.secret")}
            rotate={() => api("own.rotateSecret")}
            rotateTitle={t("partners.secret.rotateTitle", { name })}
            rotateLead={t("partners.secret.rotateLead")}
          />
        </SectionCard>
      </TwoColumns>
      <TwoColumns ratio={[1, 1]}>
        <CatalogAddressForm
          name={name}
          query={useAnswer("own.catalogAddress")}
          set={(url) => api("own.setCatalogAddress", { body: { url } })}
          remove={() => api("own.removeCatalogAddress")}
        />
        <SectionCard title={t("ownPartner.access.changes")} gap={1.5}>
          <Typography variant="body2">{t("ownPartner.access.changesLead")}</Typography>
          <Typography role="status" sx={{ fontWeight: 600 }}>
            {t(notifyChanges ? "ownPartner.access.on" : "ownPartner.access.off")}
          </Typography>
          <FormButton
            button={{ size: "small", variant: "outlined", sx: { alignSelf: "flex-start" } }}
            label={t(notifyChanges ? "ownPartner.access.switchOff" : "ownPartner.access.switchOn")}
            title={t("ownPartner.access.changes")}
            lead={t("ownPartner.access.changesLead")}
            save={() => api("own.setNotifications", { body: { notifyChanges: !notifyChanges } })}
            notice={t("ownPartner.access.switched")}
          />
        </SectionCard>
      </TwoColumns>
    </Page>
  );
}
