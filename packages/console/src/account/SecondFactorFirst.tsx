import Stack from "@mui/material/Stack";
import { useText } from "../i18n/index.ts";
import { forgetMe, type Me } from "../session/session.ts";
import { Page } from "../ui/page/Page.tsx";
import { SecondFactor } from "./SecondFactor.tsx";

/** Replaces every page until an operator has set up the required second factor. */
export function SecondFactorFirst({ me, refetch }: { me: Me; refetch: (() => unknown) | undefined }) {
  const t = useText();
  const changed = async () => {
    forgetMe();
    await refetch?.();
  };
  return (
    <Page title={t("account.factor.firstTitle")} lead={t("account.factor.firstLead")} width={760}>
      <Stack sx={{ gap: 2 }}>
        <SecondFactor me={me} onChanged={changed} />
      </Stack>
    </Page>
  );
}
