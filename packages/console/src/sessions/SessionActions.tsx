import { useText } from "../i18n/index.ts";
import { DialogButton } from "../ui/dialog/DialogButton.tsx";
import { FieldsDialog, SaleDialog } from "./ChangeDialog.tsx";
import type { Session } from "./session.ts";

/** Changes of one session, each with a preview. */
export function SessionActions({ session }: { session: Session }) {
  const t = useText();
  const sale = session.setting === "available" ? "close" : "open";
  return (
    <>
      <DialogButton
        label={t(`day.${sale}.button`)}
        variant="contained"
        dialog={(close) => <SaleDialog change={sale} session={session} onClose={close} />}
      />
      {(["capacityChange", "priceChange"] as const)
        .filter((change) => change === "capacityChange" || session.prices.length > 0)
        .map((change) => (
          <DialogButton
            key={change}
            label={t(`day.${change}.button`)}
            variant="outlined"
            dialog={(close) => <FieldsDialog change={change} session={session} onClose={close} />}
          />
        ))}
    </>
  );
}
