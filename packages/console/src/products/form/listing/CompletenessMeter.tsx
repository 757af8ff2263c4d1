import CheckCircleIcon from "@mui/icons-material/CheckCircleOutlined";
import { Box, LinearProgress, Link, Stack, Typography } from "@mui/material";
import { useId, useState } from "react";
import { useText } from "../../../i18n/index.ts";
import { ExpandButton } from "../../../ui/ExpandButton.tsx";
import { SecondaryText } from "../../../ui/text.tsx";
import { completenessGaps, completenessRuleNames } from "../../model/completeness.ts";
import type { ProductDraft } from "../../model/draft.ts";
import { pointerLabel } from "../../model/labels.ts";
import { focusField } from "../fieldErrors.tsx";

/** Shows how many rules for sales channels the draft fulfils. A click shows which fields are missing, and why channels need them. */
export function CompletenessMeter({ draft, onGo = focusField }: { draft: ProductDraft; onGo?: (at: string) => void }) {
  const t = useText();
  const id = useId();
  const [open, setOpen] = useState(false);
  const gaps = completenessGaps(draft);
  const [of, done] = [completenessRuleNames.length, completenessRuleNames.length - gaps.length];
  return (
    <Box component="section" aria-labelledby={id}>
      <Stack direction="row" sx={{ alignItems: "center", gap: 1 }}>
        <Typography id={id} variant="overline" component="h2" sx={{ color: "text.secondary", flex: 1 }}>
          {t("products.complete.title")}
        </Typography>
        <Typography variant="body2">{t("products.complete.done", { done, of })}</Typography>
        {gaps.length > 0 ? (
          <ExpandButton open={open} label={t("products.complete.missing")} onToggle={() => setOpen(!open)} />
        ) : (
          <CheckCircleIcon color="success" fontSize="small" />
        )}
      </Stack>
      <LinearProgress
        variant="determinate"
        value={(done / of) * 100}
        aria-labelledby={id}
        color={gaps.length > 0 ? "primary" : "success"}
        sx={{ borderRadius: 1, height: 6 }}
      />
      {open && gaps.length > 0 && (
        <Stack component="ul" sx={{ listStyle: "none", m: 0, p: 0, mt: 1.5, gap: 1.25 }}>
          {gaps.map(({ rule, at }) => (
            <li key={rule}>
              <Stack direction="row" sx={{ flexWrap: "wrap", columnGap: 1 }}>
                {at.slice(0, maxLinks).map((one) => (
                  <Link
                    key={one}
                    component="button"
                    type="button"
                    onClick={() => onGo(one)}
                    sx={{ textAlign: "left", fontSize: "0.875rem", fontWeight: 600 }}
                  >
                    {pointerLabel(one, draft, t)}
                  </Link>
                ))}
                {at.length > maxLinks && (
                  <SecondaryText>{t("products.complete.more", { n: at.length - maxLinks })}</SecondaryText>
                )}
              </Stack>
              <SecondaryText>{t(`products.complete.why.${rule}`)}</SecondaryText>
            </li>
          ))}
        </Stack>
      )}
    </Box>
  );
}

const maxLinks = 3;
