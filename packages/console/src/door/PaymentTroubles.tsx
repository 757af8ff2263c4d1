import { Alert, Button } from "@mui/material";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import type { PaymentTrouble } from "./offline/device-store.ts";

/** What a device at the door or of a guide has taken without network: what waits, and what the service could not record. */

export function PaymentTroubles({
  device: { troubles, forgetTrouble },
}: {
  device: { troubles: readonly PaymentTrouble[]; forgetTrouble: (id: string) => Promise<void> };
}) {
  const t = useText();
  const format = useFormat();
  return troubles.map(({ id, why, amount, currencyCode, name, takenAt }) => (
    <Alert
      key={id}
      severity="error"
      action={
        <Button color="inherit" onClick={() => void forgetTrouble(id)}>
          {t("collect.trouble.read")}
        </Button>
      }
    >
      {t(`collect.trouble.${why}`, { amount: format.amount(amount, currencyCode), name, at: format.instant(takenAt) })}
    </Alert>
  ));
}

export function WaitingPayments({ waiting }: { waiting: { admissions: number; payments: number } }) {
  const t = useText();
  return (
    <>
      {waiting.admissions > 0 && (
        <Alert severity="info">{t("door.away.waiting", { smart_count: waiting.admissions })}</Alert>
      )}
      {waiting.payments > 0 && <Alert severity="info">{t("collect.waiting", { smart_count: waiting.payments })}</Alert>}
    </>
  );
}
