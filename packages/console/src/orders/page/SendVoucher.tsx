import MailIcon from "@mui/icons-material/Mail";
import { SelectInput } from "react-admin";
import { type PartnerLanguage, partnerLanguages } from "../../api/languages.ts";
import { useApi } from "../../api/useApi.ts";
import { useText } from "../../i18n/index.ts";
import { useRights } from "../../session/useRights.ts";
import { DialogButton } from "../../ui/dialog/DialogButton.tsx";
import { FormDialog } from "../../ui/dialog/FormDialog.tsx";
import { choicesOf } from "../../ui/form/errors.ts";
import { TextField } from "../../ui/form/TextField.tsx";
import type { Order } from "../order.ts";

/** Sends a valid voucher by e-mail. */
export function SendVoucher({ order }: { order: Order }) {
  const t = useText();
  const may = useRights().has("orders.sendVoucher");
  if (!may || order.status !== "complete" || !order.voucher || order.voucher.voidAt) return null;
  return (
    <DialogButton
      label={t("letters.send.button")}
      variant="outlined"
      startIcon={<MailIcon />}
      dialog={(close) => <SendDialog order={order} onClose={close} />}
    />
  );
}

function SendDialog({ order: { id, reference, lang, event }, onClose }: { order: Order; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  return (
    <FormDialog
      title={t("letters.send.title", { reference })}
      lead={t("letters.send.lead")}
      submit={t("letters.send.button")}
      defaults={{ to: event.email, lang: lang as PartnerLanguage }}
      save={(values) => api("orders.sendVoucher", { id, body: { to: values.to.trim(), lang: values.lang } })}
      notice={({ to }) => t("letters.send.done", { to })}
      onClose={onClose}
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
      <SelectInput
        source="lang"
        label={t("letters.language")}
        choices={choicesOf(partnerLanguages, (one) => t(`frame.languages.${one}`))}
      />
    </FormDialog>
  );
}
