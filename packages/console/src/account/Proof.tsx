import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { PasswordInput } from "react-admin";
import { useFormContext } from "react-hook-form";
import { useText } from "../i18n/index.ts";
import { useFilled } from "../ui/form/errors.ts";
import { CodeInput } from "./CodeInput.tsx";

/** The proof of identity that changes of the second factor need. */
export const noProof = { presentPassword: "", presentCode: "" };

export const proofOf = ({ presentPassword, presentCode }: typeof noProof) =>
  presentCode ? { presentCode } : { presentPassword };

/** Inputs of the surrounding form: the current password, or a code of the current second factor if there is one. */
export function Proof({ hasFactor }: { hasFactor: boolean }) {
  const t = useText();
  const filled = useFilled();
  const { resetField } = useFormContext();
  const [by, setBy] = useState<"password" | "code">("password");
  return (
    <Stack sx={{ gap: 0.5, maxWidth: 340, alignItems: "flex-start" }}>
      {by === "password" ? (
        <PasswordInput
          fullWidth
          source="presentPassword"
          label={t("account.proof.password")}
          autoComplete="current-password"
          validate={filled}
        />
      ) : (
        <CodeInput source="presentCode" />
      )}
      {hasFactor && (
        <Button
          size="small"
          onClick={() => {
            resetField("presentPassword");
            resetField("presentCode");
            setBy(by === "password" ? "code" : "password");
          }}
        >
          {t(by === "password" ? "account.proof.useCode" : "account.proof.usePassword")}
        </Button>
      )}
    </Stack>
  );
}
