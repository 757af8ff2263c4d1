import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { type ReactNode, useState } from "react";
import { useText } from "../i18n/index.ts";
import { PasswordField } from "../ui/form/PasswordField.tsx";
import { CodeField, codeFits } from "./CodeField.tsx";

export interface Proof {
  field: ReactNode;
  /** What the request sends of it. */
  body: { presentPassword: string } | { presentCode: string };
  /** Whether it is filled in. Says so in the field when it is not. */
  complete: () => boolean;
  clear: () => void;
}

/** The present password, or a code of the present second factor where there is one: a change of it needs either. */
export function useProof(hasFactor: boolean): Proof {
  const t = useText();
  const [by, setBy] = useState<"password" | "code">("password");
  const [value, setValue] = useState("");
  const [tried, setTried] = useState(false);
  const fits = by === "password" ? value !== "" : codeFits("app", value);
  const clear = () => {
    setValue("");
    setTried(false);
  };
  const missing = tried && !fits;
  const field = (
    <Stack sx={{ gap: 0.5, maxWidth: 340, alignItems: "flex-start" }}>
      {by === "password" ? (
        <PasswordField
          fullWidth
          label={t("account.proof.password")}
          name="present"
          autoComplete="current-password"
          value={value}
          error={missing}
          helperText={missing ? t("frame.required") : undefined}
          onChange={({ target }) => setValue(target.value)}
        />
      ) : (
        <CodeField value={value} tried={tried} onChange={setValue} />
      )}
      {hasFactor && (
        <Button
          size="small"
          onClick={() => {
            clear();
            setBy(by === "password" ? "code" : "password");
          }}
        >
          {t(by === "password" ? "account.proof.useCode" : "account.proof.usePassword")}
        </Button>
      )}
    </Stack>
  );
  return {
    field,
    body: by === "password" ? { presentPassword: value } : { presentCode: value },
    complete: () => {
      setTried(true);
      return fits;
    },
    clear,
  };
}
