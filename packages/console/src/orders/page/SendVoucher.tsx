import MailIcon from "@mui/icons-material/Mail";
import { Button } from "@mui/material";
import { type PartnerLanguage, partnerLanguages } from "../../api/languages.ts";
import { useAnswer } from "../../api/useAnswer.ts";
import { useApi } from "../../api/useApi.ts";
import { useText } from "../../i18n/index.ts";
import { NoMailServer } from "../../letters/NoMailServer.tsx";
import { useRights } from "../../session/hooks.ts";
import { FormButton } from "../../ui/FormDialog.tsx";
import { choicesOf } from "../../ui/form/errors.ts";
import { SelectField, TextField } from "../../ui/form/TextField.tsx";
import type { Order } from "../order.ts";

/** Sends a valid voucher by e-mail. */
export function SendVoucher({ order: { id, reference, lang, event, status, voucher } }: { order: Order }) {
  const t = useText();
  const api = useApi();
  const may = useRights().has("orders.sendVoucher");
  const shown = may && status === "complete" && voucher !== null && !voucher.voidAt;
  const hasMail = useAnswer("home.show", shown ? {} : null).data?.setup.mail;
  if (!shown) return null;
  if (hasMail !== true)
    return (
      <>
        <Button variant="outlined" startIcon={<MailIcon />} disabled>
          {t("letters.send.button")}
        </Button>
        {hasMail === false && <NoMailServer />}
      </>
    );
  return (
    <FormButton
      button={{ variant: "outlined", startIcon: <MailIcon /> }}
      label={t("letters.send.button")}
      title={t("letters.send.title", { reference })}
      lead={t("letters.send.lead")}
      defaults={{ to: event.email, lang: lang as PartnerLanguage }}
      save={(values) => api("orders.sendVoucher", { id, body: { to: values.to.trim(), lang: values.lang } })}
      notice={({ to }) => t("letters.send.done", { to })}
    >
      <TextField
        autoFocus
        source="to"
        type="email"
        label={t("letters.send.to")}
        helperText={t("letters.send.toLead")}
        most={254}
        required
      />
      <SelectField
        source="lang"
        label={t("orders.field.language")}
        choices={choicesOf(partnerLanguages, (one) => t(`frame.languages.${one}`))}
      />
    </FormButton>
  );
}
