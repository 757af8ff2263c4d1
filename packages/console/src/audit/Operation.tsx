import Box from "@mui/material/Box";
import { isText, type TextKey, useText } from "../i18n/index.ts";
import { mono } from "../theme/themes.ts";

/** An operation in words, or its id while there are none for it. */
export function Operation({ id }: { id: string }) {
  const t = useText();
  const key = `audit.operations.${id}`;
  if (isText(key)) return <>{t(key as Extract<TextKey, `audit.operations.${string}`>)}</>;
  return (
    <Box component="code" sx={{ fontFamily: mono, fontSize: 13 }}>
      {id}
    </Box>
  );
}
