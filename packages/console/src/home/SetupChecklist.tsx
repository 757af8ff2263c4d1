import CheckCircleIcon from "@mui/icons-material/CheckCircle";
import CloseIcon from "@mui/icons-material/Close";
import RadioButtonUncheckedIcon from "@mui/icons-material/RadioButtonUnchecked";
import { Button, IconButton, Tooltip } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiAnswer, OperationId } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { LinedItem, PlainList, SectionCard } from "../ui/page/layout.tsx";
import { PageLink, ScreenReaderText, SecondaryText } from "../ui/text.tsx";

type Step = Exclude<keyof ApiAnswer<"home.show">["setup"], "dismissed">;

/** The first steps of a store, in their order, and the page of each. */
const steps: { step: Step; to: string; right: OperationId }[] = [
  { step: "home", to: "/home", right: "home.update" },
  { step: "product", to: "/products/create", right: "products.create" },
  { step: "partner", to: "/partners", right: "partners.create" },
  { step: "mail", to: "/home", right: "mail.update" },
  { step: "letters", to: "/letters", right: "letters.switch" },
  { step: "secondFactor", to: "/account", right: "session.settings" },
];

/**
 * The checklist of a store. It disappears when everything is done or an owner puts it away. `isRunning`: shows it only
 * for a store that has sold. By default only a store without sales shows it.
 */
export function SetupChecklist({ isRunning = false }: { isRunning?: boolean }) {
  const t = useText();
  const api = useApi();
  const may = useRights();
  const queries = useQueryClient();
  const { data } = useAnswer("home.show");
  // A store that sells has other work first.
  const [isOpen, setOpen] = useState(!isRunning);
  const shown = steps.filter(({ right }) => may.has(right));
  if (!data || data.sold !== isRunning || data.setup.dismissed || shown.length === 0) return null;
  const { setup } = data;
  const left = shown.filter(({ step }) => !setup[step]).length;
  if (left === 0) return null;
  const dismiss = async () => {
    await api("home.dismissSetup");
    await queries.invalidateQueries({ queryKey: ["home.show"] });
  };
  return (
    <SectionCard
      title={t("home.setup.title")}
      aside={
        <>
          {isRunning && (
            <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t(isOpen ? "home.setup.hideSteps" : "home.setup.showSteps")}
            </Button>
          )}
          {may.has("home.dismissSetup") && (
            <Tooltip title={t("home.setup.dismiss")}>
              <IconButton size="small" aria-label={t("home.setup.dismiss")} onClick={() => void dismiss()}>
                <CloseIcon fontSize="small" />
              </IconButton>
            </Tooltip>
          )}
        </>
      }
    >
      <SecondaryText sx={{ mt: -0.75, mb: isOpen ? 1 : 0 }}>
        {t(data.sold ? "home.setup.open" : "home.setup.left", { smart_count: left })}
      </SecondaryText>
      {isOpen && (
        <PlainList>
          {shown.map(({ step, to }) => (
            <LinedItem
              key={step}
              icon={setup[step] ? <CheckCircleIcon color="success" /> : <RadioButtonUncheckedIcon color="disabled" />}
            >
              {setup[step] && <ScreenReaderText>{t("home.setup.done")}</ScreenReaderText>}
              {!setup[step] ? <PageLink to={to}>{t(`home.setup.${step}`)}</PageLink> : t(`home.setup.${step}`)}
              <SecondaryText>
                {t(`home.setup.${step}Lead`)} {/* A site of the operator's own has a partner with a key. */}
                {step === "partner" && !setup.partner && may.has("sites.create") && (
                  <PageLink to="/sites">{t("home.setup.ownSite")}</PageLink>
                )}
              </SecondaryText>
            </LinedItem>
          ))}
        </PlainList>
      )}
    </SectionCard>
  );
}
