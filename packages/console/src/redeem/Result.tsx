import CancelIcon from "@mui/icons-material/Cancel";
import CheckCircleIcon from "@mui/icons-material/CheckCircle";
import EventBusyIcon from "@mui/icons-material/EventBusy";
import HelpIcon from "@mui/icons-material/Help";
import HowToRegIcon from "@mui/icons-material/HowToReg";
import ReplayIcon from "@mui/icons-material/Replay";
import ScienceIcon from "@mui/icons-material/Science";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import type SvgIcon from "@mui/material/SvgIcon";
import Typography from "@mui/material/Typography";
import { type Format, useFormat } from "../format/format.ts";
import { type Translate, useText } from "../i18n/index.ts";
import { mono } from "../theme/themes.ts";
import { PageLink } from "../ui/text/PageLink.tsx";
import { Override } from "./Override.tsx";
import type { CheckedVoucher, Verdict } from "./redemption.ts";

/** Solid colours with white text, readable at arm's length and in sunlight, in both themes. */
const looks: Record<Verdict, { color: string; icon: typeof SvgIcon }> = {
  valid: { color: "#0e4a5a", icon: CheckCircleIcon },
  redeemed: { color: "#1b6b3a", icon: HowToRegIcon },
  "already-redeemed": { color: "#a8261f", icon: ReplayIcon },
  cancelled: { color: "#a8261f", icon: CancelIcon },
  "wrong-day": { color: "#8a5a00", icon: EventBusyIcon },
  "other-session": { color: "#8a5a00", icon: EventBusyIcon },
  "not-confirmed": { color: "#8a5a00", icon: HelpIcon },
  "test-order": { color: "#8a5a00", icon: ScienceIcon },
  unknown: { color: "#a8261f", icon: HelpIcon },
};

/** The verdict on a voucher in large type, and the possible actions. */
export function Result({
  checked,
  pending,
  typing,
  onRedeem,
  onOverride,
  onNext,
}: {
  checked: CheckedVoucher;
  pending: boolean;
  /** Whether Enter redeems, which needs a keyboard. */
  typing: boolean;
  onRedeem: () => void;
  /** Redeems outside the accepted time, for this reason. */
  onOverride: (reason: string) => void;
  onNext: () => void;
}) {
  const t = useText();
  const format = useFormat();
  const { verdict, voucher } = checked;
  const { color, icon: Icon } = looks[verdict];
  const people = voucher?.tickets.reduce((sum, { quantity }) => sum + quantity, 0) ?? 0;
  const white = { color: "#ffffff", borderColor: "#ffffff" };
  return (
    <Box sx={{ bgcolor: color, color: "#ffffff", borderRadius: 3, p: { xs: 2, sm: 3 } }}>
      <Box role="alert">
        <Stack direction="row" sx={{ gap: 1.5, alignItems: "center" }}>
          <Icon sx={{ fontSize: 44 }} aria-hidden />
          <Typography component="h2" sx={{ fontSize: "1.75rem", fontWeight: 800, lineHeight: 1.15 }}>
            {t(`redeem.result.${verdict}`)}
          </Typography>
        </Stack>
        <Typography sx={{ mt: 1, fontSize: "1.0625rem" }}>{sentenceOf(checked, t, format)}</Typography>
      </Box>
      {voucher && (
        <Box sx={{ mt: 2, pt: 2, borderTop: "1px solid rgba(255,255,255,0.35)" }}>
          <Typography sx={{ fontSize: "1.375rem", fontWeight: 700 }}>
            {t("orders.people", { smart_count: people })}
            <Box component="span" sx={{ fontSize: "1rem", fontWeight: 500 }}>
              {" · "}
              {voucher.tickets.map(({ code, quantity }) => `${quantity} ${code}`).join(", ")}
            </Box>
          </Typography>
          <Typography sx={{ fontWeight: 600 }}>{voucher.productName}</Typography>
          <Typography>
            {voucher.itemName} · {format.local(voucher.eventOn)}
          </Typography>
          <Typography sx={{ mt: 0.5 }}>
            {t("redeem.reference")}{" "}
            <PageLink
              to={`/orders/${voucher.orderId}/show`}
              underline="always"
              sx={{ color: "#ffffff", fontFamily: mono, fontWeight: 700, textDecorationColor: "#ffffff" }}
            >
              {voucher.reference}
            </PageLink>
          </Typography>
        </Box>
      )}
      <Stack direction="row" sx={{ gap: 1.5, mt: 2.5, flexWrap: "wrap", alignItems: "center" }}>
        {verdict === "valid" && (
          <Button
            size="large"
            variant="contained"
            loading={pending}
            onClick={onRedeem}
            sx={{
              bgcolor: "#e5a32b",
              color: "#1d1300",
              fontSize: "1.0625rem",
              px: 3,
              py: 1.25,
              "&:hover": { bgcolor: "#f0b748" },
            }}
          >
            {t("redeem.redeem")}
          </Button>
        )}
        {verdict === "wrong-day" && <Override white={white} onOverride={onOverride} />}
        <Button size="large" variant="outlined" onClick={onNext} sx={{ ...white, py: 1.25, "&:hover": white }}>
          {t("redeem.next")}
        </Button>
        {verdict === "valid" && typing && <Typography variant="body2">{t("redeem.redeemHint")}</Typography>}
      </Stack>
    </Box>
  );
}

function sentenceOf(checked: CheckedVoucher, t: Translate, format: Format): string {
  const { verdict, voucher } = checked;
  if (verdict === "already-redeemed")
    return t("redeem.say.already-redeemed", {
      at: voucher?.redeemedAt ? format.instant(voucher.redeemedAt) : "–",
      by: voucher?.redeemedBy ?? "–",
    });
  if (verdict === "wrong-day") return wrongDayText(checked, t, format);
  if (verdict === "other-session")
    return t("redeem.say.other-session", { day: voucher ? format.local(voucher.eventOn) : "–" });
  return t(`redeem.say.${verdict}`);
}

function wrongDayText({ voucher }: CheckedVoucher, t: Translate, format: Format): string {
  if (!voucher) return t("redeem.say.wrong-day", { day: "–" });
  const { early, accepted } = voucher;
  const day = format.local(voucher.eventOn);
  if (early && accepted.from) return t("redeem.say.too-early", { day, from: format.instant(accepted.from) });
  return t("redeem.say.too-late", { day, until: format.instant(accepted.until) });
}
