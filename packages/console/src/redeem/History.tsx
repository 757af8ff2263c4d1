import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { mono } from "../theme/themes.ts";
import { Section } from "../ui/page/layout.tsx";
import { PageLink, Secondary } from "../ui/text.tsx";
import type { Decision } from "./decision.ts";

/** The decisions since the page was opened, the latest first. */
export function History({ decisions }: { decisions: Decision[] }) {
  const t = useText();
  const { instant } = useFormat();
  return (
    <Section title={t("redeem.history")}>
      {decisions.length === 0 && <Typography sx={{ color: "text.secondary" }}>{t("redeem.historyEmpty")}</Typography>}
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 1 }}>
        {decisions.map((decision) => (
          <Box
            component="li"
            key={decision.id}
            sx={{ display: "flex", gap: 1.5, flexWrap: "wrap", alignItems: "baseline" }}
          >
            {decision.order?.link ? (
              <OrderLink link={decision.order.link} />
            ) : (
              <Box
                component="span"
                sx={{ fontFamily: mono, overflow: "hidden", textOverflow: "ellipsis", maxWidth: "12rem" }}
              >
                {decision.code}
              </Box>
            )}
            <Typography component="span" sx={{ fontWeight: 600 }}>
              {t(`redeem.result.${decision.verdict}`)}
              {decision.verdict === "admitted" && ` · ${t("orders.people", { smart_count: decision.people })}`}
            </Typography>
            <Secondary span>{instant(new Date(decision.at).toISOString())}</Secondary>
          </Box>
        ))}
      </Box>
    </Section>
  );
}

/** The reference of an order: a link for roles that read orders. */
export function OrderLink({
  link: { id, reference },
  color,
}: {
  link: { id: string; reference: string };
  color?: string;
}) {
  const style = { fontFamily: mono, fontWeight: 700, ...(color && { color, textDecorationColor: color }) };
  if (!useRights().has("orders.show"))
    return (
      <Box component="span" sx={style}>
        {reference}
      </Box>
    );
  return (
    <PageLink to={`/orders/${id}/show`} {...(color && { underline: "always" as const })} sx={style}>
      {reference}
    </PageLink>
  );
}
