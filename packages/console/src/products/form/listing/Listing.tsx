import CloseIcon from "@mui/icons-material/Close";
import { Dialog, IconButton, Stack, Typography } from "@mui/material";
import { useId } from "react";
import { useText } from "../../../i18n/index.ts";
import type { Draft } from "../../model/draft.ts";
import type { Source } from "../../product.ts";
import { goTo } from "../fieldErrors.tsx";
import { Meter } from "./Meter.tsx";
import { ListingPreview } from "./Preview.tsx";

interface ListingProps {
  draft: Draft;
  /** The saved record; null for a new product. */
  base: Source | null;
}

/** Shows what sales channels still need of the product, and how travellers see its listing. */
export const Listing = ({ draft, base, onGo }: ListingProps & { onGo?: (at: string) => void }) => (
  <>
    <Meter draft={draft} {...(onGo && { onGo })} />
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
    setTimeout(() => goTo(at));
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
        <Listing {...listing} onGo={onGo} />
      </Stack>
    </Dialog>
  );
}
