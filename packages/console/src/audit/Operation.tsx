import Box from "@mui/material/Box";
import { isText, type Translate, useText } from "../i18n/index.ts";
import { mono } from "../theme/themes.ts";

/** The name of an operation, or its id if it has no name. */
export function operationText(id: string, t: Translate): string {
  const key = `audit.operations.${id}`;
  return isText(key) ? t(key as "audit.operations.session.signIn") : id;
}

export function Operation({ id }: { id: string }) {
  const text = operationText(id, useText());
  return text === id ? (
    <Box component="code" sx={{ fontFamily: mono, fontSize: 13 }}>
      {id}
    </Box>
  ) : (
    text
  );
}
