import { Alert, Box, Button, Stack, TextField } from "@mui/material";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../api/client.ts";
import { useApi } from "../../../api/useApi.ts";
import { useText } from "../../../i18n/index.ts";
import { FileDrop } from "../../../ui/FileDrop.tsx";
import { PlainList } from "../../../ui/page/layout.tsx";
import { useProblemText } from "../../../ui/page/states.tsx";
import type { ProductDraft } from "../../model/draft.ts";
import { productField, type RecordDraft, recordDraft } from "../../model/fields.ts";
import { moveEntry, type ProductChange, removeAt, replaceAt } from "../../model/steps.ts";
import { fieldId, useFieldError } from "../fieldErrors.tsx";
import { FieldGroup } from "../fields.tsx";
import { FullWidthInput } from "../SectionFields.tsx";
import { type CroppedPhoto, PhotoEntry } from "./PhotoEntry.tsx";

/** Maximum number of bytes of a photo. */
const maxBytes = 20 * 1024 * 1024;
const types = ["image/jpeg", "image/png", "image/webp", "image/avif"];

const { parts = [], entries = 0, at } = productField("photos");

/** The photos of a product. The operator adds them, puts them in order, describes each, and chooses the part that stays visible. */
export function Photos({ draft, change }: { draft: ProductDraft; change: ProductChange<ProductDraft> }) {
  const t = useText();
  const api = useApi();
  const problemText = useProblemText();
  const error = useFieldError(at);
  // Maps the id of a cropped photo to its uncropped photo, so that the next crop can show the whole photo.
  const [cropped, setCropped] = useState<Record<string, CroppedPhoto>>({});
  const set = (work: (list: RecordDraft[]) => RecordDraft[]) => change((now) => ({ ...now, photos: work(now.photos) }));
  const store = async (given: File | string) => {
    if (typeof given === "string") return await api("photos.fetch", { body: { address: given } });
    if (!types.includes(given.type) || given.size > maxBytes)
      throw new ApiError(400, { code: "photo-refused", detail: given.name });
    return await api("photos.add", { file: { type: given.type, bytes: given } });
  };
  const add = useMutation({
    mutationFn: async (all: readonly (File | string)[]) => {
      const refused: string[] = [];
      for (const one of all) {
        const stored = await store(one).catch((problem) => {
          refused.push(`${typeof one === "string" ? one : one.name}: ${problemText(problem)}`);
        });
        if (stored) set((list) => [...list, recordDraft(parts, { id: stored.id })].slice(0, entries));
      }
      return refused;
    },
  });
  const disabled = add.isPending || draft.photos.length >= entries;
  return (
    <FullWidthInput>
      <FieldGroup label={t("field.photos")} lead={t("field.photosLead")}>
        <PlainList gap={2}>
          {draft.photos.map((photo, n) => (
            <li key={photo.key}>
              <PhotoEntry
                photo={photo}
                n={n}
                length={draft.photos.length}
                cropped={cropped[String(photo.id)]}
                onCropped={(id, of) => setCropped((now) => ({ ...now, [id]: of }))}
                onChange={(next) => set((list) => replaceAt(list, n, (one) => ({ ...one, ...next })))}
                onRemove={() => set((list) => removeAt(list, n))}
                onMove={(to) => set((list) => moveEntry(list, n, to))}
              />
            </li>
          ))}
        </PlainList>
        <Box id={fieldId(at)} tabIndex={-1} sx={{ outline: "none !important", mt: draft.photos.length > 0 ? 2 : 0 }}>
          <FileDrop
            multiple
            label={t("products.photos.add")}
            lead={t("products.photos.drop")}
            accept={types.join(",")}
            disabled={disabled}
            onFiles={(files) => add.mutate(files)}
          />
          <PhotoAddress
            disabled={disabled}
            onAddress={async (address) => (await add.mutateAsync([address])).length === 0}
          />
        </Box>
        {[...(error ? [error] : []), ...(add.data ?? [])].map((problem) => (
          <Alert key={problem} severity="error" sx={{ mt: 1, overflowWrap: "anywhere" }}>
            {problem}
          </Alert>
        ))}
      </FieldGroup>
    </FullWidthInput>
  );
}

/** Adds the photo at an address that the operator pastes. */
function PhotoAddress({
  disabled,
  onAddress,
}: {
  disabled: boolean;
  /** Resolves with whether the photo was added. */
  onAddress: (address: string) => Promise<boolean>;
}) {
  const t = useText();
  const [address, setAddress] = useState("");
  const given = address.trim();
  const add = async () => {
    if (given && !disabled && (await onAddress(given))) setAddress("");
  };
  return (
    <Stack direction={{ xs: "column", sm: "row" }} sx={{ gap: 1, mt: 1.5, alignItems: "start" }}>
      <TextField
        fullWidth
        size="small"
        type="url"
        label={t("products.photos.address")}
        value={address}
        placeholder="https://"
        slotProps={{ inputLabel: { shrink: true } }}
        onChange={({ target }) => setAddress(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          void add();
        }}
      />
      <Button disabled={disabled || !given} onClick={add} sx={{ flex: "none", mt: 0.25 }}>
        {t("products.photos.addAddress")}
      </Button>
    </Stack>
  );
}
