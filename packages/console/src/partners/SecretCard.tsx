import Typography from "@mui/material/Typography";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { Section } from "../ui/page/layout.tsx";
import { Secret } from "../ui/secrets/Secret.tsx";
import { filteredList, PageLink, Secondary } from "../ui/text.tsx";
import type { Partner } from "./facts.tsx";

/** The callback secret of a partner, for roles that may see it. */
export function SecretCard({ partner }: { partner: Partner }) {
  const t = useText();
  const rights = useRights();
  return (
    <Section title={t("partners.secret.title")}>
      <Typography variant="body2" sx={{ mb: 1.5 }}>
        {t("partners.secret.lead")}{" "}
        <PageLink underline="always" to={filteredList("deliveries", { partner: partner.externalId })}>
          {t("partners.secret.addresses")}
        </PageLink>
      </Typography>
      {rights.has("partners.secret") ? (
        <Secret
          of="partners"
          id={partner.id}
          rotateTitle={t("partners.secret.rotateTitle", { name: partner.name })}
          rotateLead={t("partners.secret.rotateLead")}
        />
      ) : (
        <Secondary>{t("frame.secret.ownerOnly")}</Secondary>
      )}
    </Section>
  );
}
