import { Alert, Typography } from "@mui/material";
import { useApi } from "../../api/useApi.ts";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { useRights } from "../../session/hooks.ts";
import { FormButton } from "../../ui/FormDialog.tsx";
import { SectionCard } from "../../ui/page/layout.tsx";
import type { Order } from "../order.ts";

/** What the operator does about an order of an own site: the guest's page, and a withdrawal from the contract. */

/** The page that the guest opens from an e-mail, and its revocation. */
export function GuestPage({ order: { id, guestPage } }: { order: Order }) {
  const t = useText();
  const api = useApi();
  const { instant } = useFormat();
  const may = useRights().has("orders.revokeGuestPage");
  if (!guestPage) return null;
  const { revokedAt, revokedBy } = guestPage;
  return (
    <SectionCard title={t("site.guest.title")} gap={1}>
      <Typography>
        {revokedAt
          ? t(`site.guest.${revokedBy === "guest" ? "closed" : "revoked"}`, { at: instant(revokedAt) })
          : t("site.guest.open")}
      </Typography>
      {!revokedAt && may && (
        <div>
          <FormButton
            danger
            button={{ variant: "outlined", color: "error" }}
            label={t("site.guest.revoke")}
            title={t("site.guest.revokeTitle")}
            lead={t("site.guest.revokeLead")}
            save={() => api("orders.revokeGuestPage", { id })}
            notice={t("site.guest.revokeDone")}
          />
        </div>
      )}
    </SectionCard>
  );
}

/** A withdrawal that nobody has settled. */
export function WithdrawalAlert({ order: { id, withdrawal } }: { order: Order }) {
  const t = useText();
  const api = useApi();
  const { instant } = useFormat();
  const may = useRights().has("orders.settleWithdrawal");
  if (!withdrawal?.open) return null;
  return (
    <Alert
      severity="warning"
      action={
        may && (
          <FormButton
            button={{ color: "inherit" }}
            label={t("site.guest.settle")}
            title={t("site.guest.settleTitle")}
            lead={t("site.guest.settleDialog")}
            save={() => api("orders.settleWithdrawal", { id })}
            notice={t("site.guest.settleDone")}
          />
        )
      }
    >
      <b>{t("site.guest.withdrawn", { name: withdrawal.name, at: instant(withdrawal.statedAt) })}</b>{" "}
      {t("site.guest.settleLead")}
    </Alert>
  );
}
