import CloseIcon from "@mui/icons-material/Close";
import { Dialog, IconButton, Stack, Typography } from "@mui/material";
import { useId } from "react";
import { useText } from "../../../i18n/index.ts";
import type { ProductDraft } from "../../model/draft.ts";
import type { ProductSource } from "../../product.ts";
import { focusField } from "../fieldErrors.tsx";
import { CompletenessMeter } from "./CompletenessMeter.tsx";
import { ListingPreview } from "./Preview.tsx";

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
            {t("products.form.preview")}
          </Typography>
          <IconButton aria-label={t("products.form.closePreview")} onClick={onClose}>
            <CloseIcon />
          </IconButton>
        </Stack>
        <ListingOverview {...listing} onGo={onGo} />
      </Stack>
    </Dialog>
  );
}
