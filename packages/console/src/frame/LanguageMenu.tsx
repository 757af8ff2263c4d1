import Button from "@mui/material/Button";
import { useLocale, useNotify } from "react-admin";
import { useApi } from "../api/useApi.ts";
import { type Language, languages, useText } from "../i18n/index.ts";
import { forgetMe } from "../session/session.ts";
import { useMe } from "../session/useMe.ts";
import { useProblemText } from "../ui/page/Problem.tsx";
import { ChoiceMenu } from "./ChoiceMenu.tsx";

/** Chooses the console's language. */
export function LanguageMenu({ onChoose }: { onChoose: (lang: Language) => void }) {
  const t = useText();
  const locale = useLocale() as Language;
  return (
    <ChoiceMenu
      choices={languages.map((value) => ({ value, label: t(`frame.languages.${value}`) }))}
      chosen={locale}
      onChoose={onChoose}
      button={(props) => (
        <Button
          {...props}
          color="inherit"
          aria-label={`${t("frame.language")}: ${t(`frame.languages.${locale}`)} (${locale.toUpperCase()})`}
          sx={{ minWidth: 40, px: 1, fontWeight: 700 }}
        >
          {locale.toUpperCase()}
        </Button>
      )}
    />
  );
}

/** The operator's language, on every device. */
export function OwnLanguageMenu() {
  const api = useApi();
  const notify = useNotify();
  const problemText = useProblemText();
  const { me, refetch } = useMe();
  const choose = async (lang: Language) => {
    try {
      await api("session.settings", { body: { name: me!.name, lang } });
      forgetMe();
      await refetch?.();
    } catch (error) {
      notify(problemText(error), { type: "error" });
    }
  };
  return <LanguageMenu onChoose={choose} />;
}
