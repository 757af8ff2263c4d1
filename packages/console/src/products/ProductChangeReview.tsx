import { Box, Button, Stack, Typography } from "@mui/material";
import { ChangeEffects } from "../changes/ChangeEffects.tsx";
import { ChangeTable } from "../changes/ChangeTable.tsx";
import { type CatalogueChanges, countChangedRecords } from "../changes/changes.ts";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { PreviewDialog } from "../ui/preview.tsx";
import { SecondaryText } from "../ui/text.tsx";
import type { Preview } from "../ui/usePreview.ts";
import type { ProductSource, ProductUpdate } from "./product.ts";

/** A preview of the changes that saving makes. */
export function ProductChangeReview({
  flow,
  isNew,
  onSave,
}: {
  flow: Preview<ProductSource, ProductUpdate>;
  isNew: boolean;
  /** `published`: whether a new product is published at once. `next`: the letter to its guests, or the move of their orders. */
  onSave: (options?: { published?: boolean; next?: "tell" | "move" }) => void;
}) {
  const t = useText();
  return (
    <PreviewDialog
      title={t(isNew ? "productForm.review.create" : "productForm.review.edit")}
      lead={isNew ? t("productForm.review.createLead") : undefined}
      flow={flow}
      maxWidth="md"
      otherButtons={
        isNew ? (
          <Button variant="outlined" disabled={flow.phase === "saving"} onClick={() => onSave({ published: false })}>
            {t("productForm.review.draft")}
          </Button>
        ) : (
          <SaveAndGoOn flow={flow} onSave={(next) => onSave({ next })} />
        )
      }
      button={t(isNew ? "productForm.review.publish" : "frame.action.save")}
      onSave={() => onSave(isNew ? { published: true } : {})}
      onClose={() => flow.reset()}
    >
      {({ changes }) => <ProductChangeEffects changes={changes} />}
    </PreviewDialog>
  );
}

/** Saves, and goes on with the guests: moves their orders to the new time, or writes to them. */
function SaveAndGoOn({
  flow,
  onSave,
}: {
  flow: Pick<Preview<unknown, ProductUpdate>, "shown" | "phase">;
  onSave: (next: "tell" | "move") => void;
}) {
  const t = useText();
  const mayMove = useRights().has("bulkActions.start");
  if (!mayMove || !flow.shown || flow.shown.changes.moves.length === 0)
    return <SaveAndTell flow={flow} onSave={() => onSave("tell")} />;
  return (
    <Button variant="outlined" disabled={flow.phase === "saving"} onClick={() => onSave("move")}>
      {t("changes.saveAndMove")}
    </Button>
  );
}

/** The button that saves, and leads to the letter for the guests who notice the change. Shows nothing if there are none. */
export function SaveAndTell({
  flow: { shown, phase },
  onSave,
}: {
  flow: Pick<Preview<unknown, Pick<ProductUpdate, "changes">, unknown>, "shown" | "phase">;
  onSave: () => void;
}) {
  const t = useText();
  const mayTell = useRights().has("bulkActions.start");
  if (!mayTell || !shown || shown.changes.guests.orders === 0) return null;
  return (
    <Button variant="outlined" disabled={phase === "saving"} onClick={onSave}>
      {t("changes.saveAndTell")}
    </Button>
  );
}

/** The effects of a change of a product: the totals, the records that stay unchanged, and details on demand. */
export function ProductChangeEffects({ changes }: { changes: CatalogueChanges }) {
  const t = useText();
  const n = countChangedRecords(changes);
  const same = changes.counts.events.unchanged;
  return (
    <Stack sx={{ gap: 1.5 }}>
      {n === 0 && <Typography sx={{ fontWeight: 600 }}>{t("productForm.review.noRecords")}</Typography>}
      <ChangeEffects changes={changes} />
      {same > 0 && <SecondaryText>{t("productForm.review.unchangedDates", { smart_count: same })}</SecondaryText>}
      {n > 0 && (
        <Box component="details" open={n <= 12 && changes.counts.products.added === 0}>
          <Box component="summary" sx={{ cursor: "pointer", fontWeight: 600, py: 0.5 }}>
            {t("productForm.review.each", { n })}
          </Box>
          <ChangeTable changes={changes} />
        </Box>
      )}
    </Stack>
  );
}
