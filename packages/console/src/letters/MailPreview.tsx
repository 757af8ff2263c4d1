import { Box, Stack, Typography } from "@mui/material";
import { useText } from "../i18n/index.ts";
import { SecondaryText } from "../ui/text.tsx";

/** An e-mail as a guest's mail program shows it: laid out, and as plain text. */
export function MailPreview({
  letter: { subject, body, html },
  lead,
}: {
  letter: { subject: string; body: string; html: string };
  lead: string;
}) {
  const t = useText();
  return (
    <Stack role="status" sx={{ gap: 1 }}>
      <SecondaryText>{lead}</SecondaryText>
      <Typography sx={{ fontWeight: 700, overflowWrap: "anywhere" }}>{subject}</Typography>
      {html !== "" && (
        // The frame allows no scripts, forms and navigation.
        <Box
          component="iframe"
          sandbox=""
          title={subject}
          srcDoc={html}
          sx={{ width: "100%", height: 560, border: 1, borderColor: "divider", borderRadius: 1 }}
        />
      )}
      <details open={html === ""}>
        <Box component="summary" sx={{ cursor: "pointer", color: "text.secondary", py: 0.5 }}>
          {t("letters.plain")}
        </Box>
        <Typography sx={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>{body}</Typography>
      </details>
    </Stack>
  );
}
