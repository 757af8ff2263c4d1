import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { PageLink, SecondaryText } from "../ui/text.tsx";

/** Explains why the service cannot send a voucher, and who can set a mail server. */
export function NoMailServer() {
  const t = useText();
  const may = useRights().has("mail.update");
  return (
    <SecondaryText>
      {t("letters.noMail")} {may ? <PageLink to="/home">{t("letters.setMail")}</PageLink> : t("letters.askForMail")}
    </SecondaryText>
  );
}
