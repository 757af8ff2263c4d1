import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { Link as RouterLink } from "react-router";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/useRights.ts";
import { Section } from "../ui/page/Section.tsx";
import { Secret } from "../ui/secrets/Secret.tsx";
import type { Partner } from "./partner.ts";

/** The callback secret of a partner, for roles that may see it. */
export function SecretCard({ partner }: { partner: Partner }) {
  const t = useText();
  const rights = useRights();
  return (
    <Section title={t("partners.secret.title")}>
      <Typography variant="body2" sx={{ mb: 1.5 }}>
        {t("partners.secret.lead")}{" "}
        <Link
          component={RouterLink}
          underline="always"
          to={`/deliveries?filter=${encodeURIComponent(JSON.stringify({ partner: partner.externalId }))}`}
        >
          {t("partners.secret.addresses")}
        </Link>
      </Typography>
      {rights.has("partners.secret") ? (
        <Secret
          of="partners"
          id={partner.id}
          rotateTitle={t("partners.secret.rotateTitle", { name: partner.name })}
          rotateLead={t("partners.secret.rotateLead")}
        />
      ) : (
        <Typography variant="body2" sx={{ color: "text.secondary" }}>
          {t("frame.secret.ownerOnly")}
        </Typography>
      )}
    </Section>
  );
}
