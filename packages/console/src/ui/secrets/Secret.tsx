import AutorenewIcon from "@mui/icons-material/Autorenew";
import VisibilityIcon from "@mui/icons-material/Visibility";
import VisibilityOffIcon from "@mui/icons-material/VisibilityOff";
import { Button, Stack } from "@mui/material";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useText } from "../../i18n/index.ts";
import { FormButton } from "../FormDialog.tsx";
import { ProblemAlert } from "../page/states.tsx";
import { CopyButton } from "./CopyButton.tsx";
import { SecretField } from "./SecretField.tsx";

interface Secrets {
  secrets: string[];
}

/** A secret that is loaded on request and can be rotated. */
export function Secret({
  read,
  rotate,
  rotateTitle,
  rotateLead,
}: {
  read: () => Promise<Secrets>;
  rotate: () => Promise<Secrets>;
  rotateTitle: string;
  rotateLead: string;
}) {
  const t = useText();
  const [secrets, setSecrets] = useState<string[]>([]);
  const show = useMutation({
    mutationFn: read,
    onSuccess: (answer) => setSecrets(answer.secrets),
  });
  const shown = secrets.length > 0;
  return (
    <Stack sx={{ gap: 1.5 }}>
      <ProblemAlert error={show.error} />
      {secrets.map((secret, nth) => (
        <Stack key={secret} direction="row" sx={{ gap: 0.5, alignItems: "center" }}>
          <SecretField label={t(nth === 0 ? "frame.secret.present" : "frame.secret.former")} text={secret} />
          <CopyButton text={secret} label={t("frame.secret.copy")} />
        </Stack>
      ))}
      <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
        <Button
          variant="outlined"
          size="small"
          loading={show.isPending}
          startIcon={shown ? <VisibilityOffIcon /> : <VisibilityIcon />}
          onClick={() => (shown ? setSecrets([]) : show.mutate())}
        >
          {t(shown ? "frame.secret.hide" : "frame.secret.show")}
        </Button>
        <FormButton
          danger
          button={{ size: "small", startIcon: <AutorenewIcon /> }}
          label={t("frame.secret.rotate")}
          title={rotateTitle}
          lead={rotateLead}
          save={rotate}
          notice={t("frame.secret.rotated")}
          onSaved={(answer) => setSecrets(answer.secrets)}
        />
      </Stack>
    </Stack>
  );
}
