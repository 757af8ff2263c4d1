import ScienceIcon from "@mui/icons-material/Science";
import { Alert, Chip, Stack, Typography } from "@mui/material";
import type { ListRecord } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { useLocale, useText } from "../i18n/index.ts";
import { isSecretStored, parseSettings, settingInputs } from "../suppliers/kinds.ts";
import { SettingField } from "../suppliers/SettingField.tsx";
import { FormButton } from "../ui/FormDialog.tsx";
import { BooleanField } from "../ui/form/choices.tsx";
import { FactList, LinedItem, PlainList, SectionCard } from "../ui/page/layout.tsx";
import { QueryResult } from "../ui/page/QueryResult.tsx";
import { CopyButton } from "../ui/secrets/CopyButton.tsx";
import { SecondaryText, SoftChip } from "../ui/text.tsx";
import type { PaymentKind } from "./kind.ts";
import { paymentKindNamed } from "./kinds.ts";

type StoredKind = ListRecord<"paymentKinds.list">;

/** The providers through which guests pay, and the settings of each. */
export function PaymentKinds() {
  const t = useText();
  const query = useAnswer("paymentKinds.list");
  return (
    <SectionCard title={t("payments.kinds.title")} gap={1.5}>
      <Typography color="text.secondary">{t("payments.kinds.lead")}</Typography>
      <QueryResult query={query}>
        {({ data }) => (
          <PlainList gap={2}>
            {data.flatMap((stored) => {
              const kind = paymentKindNamed(stored.kind);
              return kind ? [<OneKind key={stored.kind} kind={kind} stored={stored} />] : [];
            })}
          </PlainList>
        )}
      </QueryResult>
    </SectionCard>
  );
}

function OneKind({ kind, stored }: { kind: PaymentKind; stored: StoredKind }) {
  const t = useText();
  const lang = useLocale();
  const { enabled, test, offered } = stored;
  return (
    <LinedItem actions={<KindButton kind={kind} stored={stored} />}>
      <Stack sx={{ gap: 0.5, alignItems: "flex-start" }}>
        <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
          <Typography sx={{ fontWeight: 600 }}>{kind.label[lang]}</Typography>
          <Chip
            size="small"
            color={enabled ? "success" : "default"}
            label={t(enabled ? "letters.on" : "letters.off")}
          />
          {enabled && test && <SoftChip tone="warning" icon={<ScienceIcon />} label={t("payments.kinds.testMode")} />}
        </Stack>
        <SecondaryText>{kind.lead[lang]}</SecondaryText>
        {!offered && <SecondaryText>{t("payments.kinds.trialOnly")}</SecondaryText>}
      </Stack>
    </LinedItem>
  );
}

function KindButton({ kind, stored }: { kind: PaymentKind; stored: StoredKind }) {
  const t = useText();
  const api = useApi();
  const lang = useLocale();
  const { settings, revision, reportsTo } = stored;
  return (
    <FormButton
      button={{ size: "small", variant: "outlined" }}
      of={kind.label[lang]}
      label={t("payments.kinds.set")}
      title={t("payments.kinds.setTitle", { name: kind.label[lang] })}
      lead={kind.lead[lang]}
      submit={t("frame.action.save")}
      defaults={{
        enabled: revision === 0 || stored.enabled,
        settings: { ...settings, ...settingInputs(kind, settings) },
      }}
      save={(values) =>
        api("paymentKinds.update", {
          kind: kind.kind,
          body: { enabled: values.enabled, settings: parseSettings(kind, values.settings), revision },
        })
      }
      notice={t("payments.kinds.saved")}
    >
      {Object.entries(kind.settings.properties).map(([name, setting]) => (
        <SettingField
          key={name}
          name={name}
          setting={setting}
          required={kind.settings.required?.includes(name) ?? false}
          stored={kind.secrets.includes(name) && isSecretStored(settings, name)}
          disabled={false}
          words={(text) => text[lang]}
        />
      ))}
      {!kind.isTest && (
        <>
          <FactList facts={[{ name: t("payments.kinds.reportsTo"), value: reportsTo, wide: true }]} />
          <Stack direction="row" sx={{ gap: 1, alignItems: "center" }}>
            <CopyButton text={reportsTo} label={t("payments.order.copy")} />
            <SecondaryText>{t("payments.kinds.reportsLead")}</SecondaryText>
          </Stack>
        </>
      )}
      {!stored.offered && <Alert severity="info">{t("payments.kinds.trialOnly")}</Alert>}
      <BooleanField source="enabled" label={t("payments.kinds.enabled")} />
    </FormButton>
  );
}
