import ArrowRightAltIcon from "@mui/icons-material/ArrowRightAlt";
import { Box, Button, Typography } from "@mui/material";
import { type ReactNode, useState } from "react";
import { useText } from "../i18n/index.ts";
import { ScreenReaderText, SecondaryText } from "../ui/text.tsx";

export interface Difference {
  field: string;
  /** The value before or after the change; null if there is none. */
  before: ReactNode;
  after: ReactNode;
  /** Whether the value is the same on both sides. */
  unchanged?: boolean;
}

const shownAtFirst = 30;

/** The fields of a record before and after a change. `none` is shown when there are no fields. */
export function DifferenceList({ differences, none }: { differences: readonly Difference[]; none: string }) {
  const t = useText();
  const [all, setAll] = useState(false);
  if (differences.length === 0) return <Typography variant="body2">{none}</Typography>;
  return (
    <>
      <Box component="dl" sx={{ m: 0, overflowWrap: "anywhere" }}>
        {differences.slice(0, all ? undefined : shownAtFirst).map(({ field, before, after, unchanged }) => (
          <Box key={field} sx={{ py: 0.75, "& + &": { borderTop: 1, borderColor: "divider" } }}>
            <SecondaryText component="dt">{field}</SecondaryText>
            <Typography component="dd" variant="body2" sx={{ m: 0 }}>
              {unchanged ? after : <BeforeAfter before={before} after={after} />}
            </Typography>
          </Box>
        ))}
      </Box>
      {!all && differences.length > shownAtFirst && (
        <Button size="small" onClick={() => setAll(true)}>
          {t("productForm.exception.more", { n: differences.length })}
        </Button>
      )}
    </>
  );
}

/** A value before and after a change; null: no value. */
export function BeforeAfter({ before, after }: { before: ReactNode; after: ReactNode }) {
  const t = useText();
  return (
    <>
      {before !== null && (
        <>
          <ScreenReaderText>{t("changes.before")}</ScreenReaderText>
          <Box component="del" sx={{ color: "text.secondary" }}>
            {before}
          </Box>
        </>
      )}
      {before !== null && after !== null && (
        <ArrowRightAltIcon
          aria-hidden
          sx={{ fontSize: 18, mx: 0.75, verticalAlign: "text-bottom", color: "text.secondary" }}
        />
      )}
      {after !== null && (
        <>
          <ScreenReaderText>{t("changes.after")}</ScreenReaderText>
          <Box component="ins" sx={{ textDecoration: "none", fontWeight: 600 }}>
            {after}
          </Box>
        </>
      )}
    </>
  );
}
