import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useText } from "../../i18n/index.ts";
import type { Difference } from "../model/leaves.ts";

const shownAtFirst = 30;

/** What is different between two states of a product, field by field. */
export function DifferenceList({ differences, none }: { differences: readonly Difference[]; none: string }) {
  const t = useText();
  const [all, setAll] = useState(false);
  if (differences.length === 0) return <Typography variant="body2">{none}</Typography>;
  return (
    <>
      <Box component="dl" sx={{ m: 0 }}>
        {differences.slice(0, all ? undefined : shownAtFirst).map(({ field, before, after }) => (
          <Box key={field} sx={{ py: 0.75, "& + &": { borderTop: 1, borderColor: "divider" } }}>
            <Typography component="dt" variant="body2" sx={{ color: "text.secondary", overflowWrap: "anywhere" }}>
              {field}
            </Typography>
            <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: "anywhere" }}>
              {before !== null && (
                <Box component="del" sx={{ color: "text.secondary" }}>
                  {before}
                </Box>
              )}
              {before !== null && after !== null && <span aria-hidden> → </span>}
              {after !== null && (
                <Box component="ins" sx={{ textDecoration: "none", fontWeight: 600 }}>
                  {after}
                </Box>
              )}
            </Typography>
          </Box>
        ))}
      </Box>
      {!all && differences.length > shownAtFirst && (
        <Button size="small" onClick={() => setAll(true)}>
          {t("products.revision.more", { n: differences.length })}
        </Button>
      )}
    </>
  );
}
