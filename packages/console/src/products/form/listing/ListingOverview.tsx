import CheckCircleIcon from "@mui/icons-material/CheckCircleOutlined";
import CloseIcon from "@mui/icons-material/Close";
import {
  Box,
  Dialog,
  IconButton,
  LinearProgress,
  Link,
  Stack,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
} from "@mui/material";
import { keepPreviousData } from "@tanstack/react-query";
import { useId, useMemo, useState } from "react";
import { type PartnerLanguage, partnerLanguages } from "../../../api/languages.ts";
import { useAnswer } from "../../../api/useAnswer.ts";
import { useLocale, useText } from "../../../i18n/index.ts";
import { ExpandButton } from "../../../ui/ExpandButton.tsx";
import { Loading } from "../../../ui/page/Loading.tsx";
import { ProblemAlert } from "../../../ui/page/states.tsx";
import { SecondaryText } from "../../../ui/text.tsx";
import { useDebouncedValue } from "../../../ui/useDebouncedValue.ts";
import { completenessGaps, completenessRuleNames } from "../../model/completeness.ts";
import { type ProductDraft, sourceFromDraft } from "../../model/draft.ts";
import { pointerLabel } from "../../model/labels.ts";
import type { ProductSource } from "../../product.ts";
import { focusField } from "../fieldErrors.tsx";
import { ContentView } from "./ContentView.tsx";

interface ListingProps {
  draft: ProductDraft;
  /** The saved record; null for a new product. */
  base: ProductSource | null;
}

/** Shows what sales channels still need of the product, and how travellers see its listing. */
export const ListingOverview = ({ draft, base, onGo }: ListingProps & { onGo?: (at: string) => void }) => (
  <>
    <CompletenessMeter draft={draft} {...(onGo && { onGo })} />
    <ListingPreview draft={draft} base={base} />
  </>
);

/** Shows the listing over the whole screen, where there is no room beside the form. */
export function ListingDialog({ onClose, ...listing }: ListingProps & { onClose: () => void }) {
  const t = useText();
  const id = useId();
  const onGo = (at: string) => {
    onClose();
    // The dialog gives the focus back first.
    setTimeout(() => focusField(at));
  };
  return (
    <Dialog fullScreen open onClose={onClose} aria-labelledby={id}>
      <Stack sx={{ gap: 2, p: 2, width: 1, maxWidth: "34rem", mx: "auto" }}>
        <Stack direction="row" sx={{ alignItems: "center" }}>
          <Typography id={id} variant="h2" sx={{ flex: 1 }}>
            {t("productForm.form.preview")}
          </Typography>
          <IconButton aria-label={t("productForm.form.closePreview")} onClick={onClose}>
            <CloseIcon />
          </IconButton>
        </Stack>
        <ListingOverview {...listing} onGo={onGo} />
      </Stack>
    </Dialog>
  );
}

/** The product as travellers would read it in a language: what the service makes of the fields of the form. */
function ListingPreview({ draft, base }: { draft: ProductDraft; base: ProductSource | null }) {
  const t = useText();
  const locale = useLocale();
  const [lang, setLang] = useState<PartnerLanguage>(
    () => partnerLanguages.find((one) => one === locale) ?? partnerLanguages[0]!,
  );
  const typed = useMemo(() => ({ ...sourceFromDraft(draft, base ?? undefined) }), [draft, base]);
  const source = useDebouncedValue(typed, pauseMs);
  const { data, error } = useAnswer(
    "products.preview",
    { body: { source, lang } },
    // Every pause in typing makes another request. Nobody needs the answers of the former requests.
    { placeholderData: keepPreviousData, gcTime: 0, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
  );
  return (
    <Box component="section" aria-label={t("productForm.asSeen.title")}>
      <Stack direction="row" sx={{ alignItems: "center", gap: 1, mb: 1, flexWrap: "wrap" }}>
        <Typography variant="overline" component="h2" sx={{ color: "text.secondary", flex: 1 }}>
          {t("productForm.asSeen.title")}
        </Typography>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={lang}
          aria-label={t("productForm.asSeen.language")}
          onChange={(_, chosen: PartnerLanguage | null) => chosen && setLang(chosen)}
        >
          {partnerLanguages.map((one) => (
            <ToggleButton key={one} value={one} aria-label={t(`content.lang.${one}`)} sx={{ py: 0.25 }}>
              {one}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Stack>
      <ProblemAlert error={error} />
      {data ? <ContentView content={data} lang={lang} /> : !error && <Loading lines={8} />}
    </Box>
  );
}

/** How long the operator must pause before the preview follows. */
const pauseMs = 350;

/** Shows how many rules for sales channels the draft fulfils. A click shows which fields are missing, and why channels need them. */
function CompletenessMeter({ draft, onGo = focusField }: { draft: ProductDraft; onGo?: (at: string) => void }) {
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
