import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useRef } from "react";
import { useText } from "../../i18n/index.ts";
import { differencesOf } from "../model/leaves.ts";
import { useWords } from "../model/words.ts";
import { DifferenceList } from "../review/DifferenceList.tsx";
import type { Overtaken } from "./useForm.ts";

/** Tells that somebody else saved the product meanwhile, and what; nothing that was typed is lost. */
export function OvertakenNote({
  overtaken: { present, base },
  onGoOn,
}: {
  overtaken: Overtaken;
  onGoOn: (keepMine: boolean) => void;
}) {
  const t = useText();
  const words = useWords();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const differences = differencesOf(base, present.source, t, words);
  return (
    <Alert
      severity="warning"
      ref={box}
      tabIndex={-1}
      sx={{ alignItems: "flex-start", "& .MuiAlert-message": { flex: 1, minWidth: 0 } }}
    >
      <AlertTitle sx={{ fontWeight: 700 }}>
        {t("products.overtaken.title", { who: present.updatedBy ?? t("products.overtaken.somebody") })}
      </AlertTitle>
      <Stack sx={{ gap: 1 }}>
        <span>{t("products.overtaken.lead")}</span>
        <DifferenceList differences={differences} none={t("products.overtaken.nothing")} />
        <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
          <Button variant="contained" onClick={() => onGoOn(true)}>
            {t("products.overtaken.keep")}
          </Button>
          <Button color="inherit" variant="outlined" onClick={() => onGoOn(false)}>
            {t("products.overtaken.take")}
          </Button>
        </Stack>
        <Typography variant="body2">{t("products.overtaken.keepLead")}</Typography>
      </Stack>
    </Alert>
  );
}
