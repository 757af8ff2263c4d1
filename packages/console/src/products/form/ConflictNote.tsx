import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useRef } from "react";
import { DifferenceList } from "../../changes/DifferenceList.tsx";
import { useText } from "../../i18n/index.ts";
import { differencesOf } from "../model/flat.ts";
import { useWords } from "../model/words.ts";
import type { Conflict } from "./useForm.ts";

/** After a conflict: what the other operator changed, and how to continue. */
export function ConflictNote({
  conflict: { present, base },
  onGoOn,
}: {
  conflict: Conflict;
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
        {t("products.conflict.title", { who: present.updatedBy ?? t("products.conflict.somebody") })}
      </AlertTitle>
      <Stack sx={{ gap: 1 }}>
        <span>{t("products.conflict.lead")}</span>
        <DifferenceList differences={differences} none={t("products.conflict.nothing")} />
        <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
          <Button variant="contained" onClick={() => onGoOn(true)}>
            {t("products.conflict.keep")}
          </Button>
          <Button color="inherit" variant="outlined" onClick={() => onGoOn(false)}>
            {t("products.conflict.take")}
          </Button>
        </Stack>
        <Typography variant="body2">{t("products.conflict.keepLead")}</Typography>
      </Stack>
    </Alert>
  );
}
