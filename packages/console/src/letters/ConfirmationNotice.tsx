import { Alert } from "@mui/material";
import { useAnswer } from "../api/useAnswer.ts";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { PageLink } from "../ui/text.tsx";

/** Says whether a sale sends a confirmation to this address and, if not, where an operator changes that. */
export function ConfirmationNotice({ email, productId }: { email: string; productId: string | null | undefined }) {
  const t = useText();
  const rights = useRights();
  const to = email.trim();
  const asks = to !== "" && productId && rights.has("letters.list");
  const { data } = useAnswer("letters.list", asks ? { query: { productId } } : null);
  if (!asks || !data) return null;
  const isOn = data.data.some(({ kind, isOn }) => kind === "confirmation" && isOn);
  if (isOn && data.mail) return <Alert severity="info">{t("letters.sale.sent", { to })}</Alert>;
  const reason = isOn ? "noServer" : "off";
  const page = isOn ? (["/home", "mail.update"] as const) : (["/letters", "letters.switch"] as const);
  return (
    <Alert severity="warning">
      {t(`letters.sale.${reason}`)} {/* The link opens another tab, so that the typed sale stays. */}
      {rights.has(page[1]) && (
        <PageLink to={page[0]} target="_blank" underline="always">
          {t(`letters.sale.${reason}Link`)}
        </PageLink>
      )}
    </Alert>
  );
}
