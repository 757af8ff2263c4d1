import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useFormat } from "../format/format.ts";
import { useText } from "../i18n/index.ts";
import { mono } from "../theme/themes.ts";
import { Section } from "../ui/page/Section.tsx";
import { PageLink } from "../ui/text/PageLink.tsx";
import { Secondary } from "../ui/text/Secondary.tsx";
import type { CheckedVoucher } from "./redemption.ts";

/** The decisions since the page was opened, the latest first. */
export function History({ checked }: { checked: CheckedVoucher[] }) {
  const t = useText();
  const { instant } = useFormat();
  return (
    <Section title={t("redeem.history")}>
      {checked.length === 0 && <Typography sx={{ color: "text.secondary" }}>{t("redeem.historyEmpty")}</Typography>}
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 1 }}>
        {checked.map(({ at, code, verdict, voucher }) => (
          <Box component="li" key={at} sx={{ display: "flex", gap: 1.5, flexWrap: "wrap", alignItems: "baseline" }}>
            {voucher ? (
              <PageLink to={`/orders/${voucher.orderId}/show`} sx={{ fontFamily: mono, fontWeight: 700 }}>
                {voucher.reference}
              </PageLink>
            ) : (
              <Box
                component="span"
                sx={{ fontFamily: mono, overflow: "hidden", textOverflow: "ellipsis", maxWidth: "12rem" }}
              >
                {code}
              </Box>
            )}
            <Typography component="span" sx={{ fontWeight: 600 }}>
              {t(`redeem.result.${verdict}`)}
            </Typography>
            <Secondary span>{instant(new Date(at).toISOString())}</Secondary>
          </Box>
        ))}
      </Box>
    </Section>
  );
}
