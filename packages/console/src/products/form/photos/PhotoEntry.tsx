import CropIcon from "@mui/icons-material/Crop";
import { Box, Button, Stack } from "@mui/material";
import { type ReactNode, Suspense, useRef, useState } from "react";
import { useText } from "../../../i18n/index.ts";
import { later } from "../../../ui/later.ts";
import { type PartName, productField, type RecordDraft } from "../../model/fields.ts";
import { MoveEntryButtons, RemoveEntryButton } from "../entry-buttons.tsx";
import { useErrorCount } from "../fieldErrors.tsx";
import { RecordFieldInput } from "../ListInput.tsx";
import { FocusMark } from "./FocusMark.tsx";
import { convertPoint, type PhotoPart, wholePhoto } from "./part.ts";

const CropDialog = later(() => import("./CropDialog.tsx"), "CropDialog");

const { parts = [], at } = productField("photos");

/** The photo that an entry is a part of. */
export interface CroppedPhoto {
  id: string;
  part: PhotoPart;
}

/** Edits one photo: its texts, focus, crop and position. */
export function PhotoEntry({
  photo,
  n,
  length,
  cropped,
  onCropped,
  onChange,
  onRemove,
  onMove,
}: {
  photo: RecordDraft;
  n: number;
  /** The number of photos of the list. */
  length: number;
  cropped: CroppedPhoto | undefined;
  onCropped: (id: string, of: CroppedPhoto) => void;
  onChange: (values: Partial<RecordDraft>) => void;
  onRemove: () => void;
  onMove: (to: number) => void;
}) {
  const t = useText();
  const [cropping, setCropping] = useState(false);
  const name = `${t("field.id")} ${n + 1}`;
  const { id: whole, part: from } = cropped ?? { id: String(photo.id), part: wholePhoto };
  const inputs = (...names: PartName[]): ReactNode =>
    parts
      .filter((part) => names.includes(part.name))
      .map((part) => (
        <RecordFieldInput
          key={part.name}
          part={part}
          at={`${at}/${n}/${part.name}`}
          value={photo[part.name]}
          onChange={(value) => onChange({ [part.name]: value })}
        />
      ));
  const onPart = (id: string, to: PhotoPart) => {
    onCropped(id, { id: whole, part: to });
    const focus = { x: Number(photo.focusX || 50), y: Number(photo.focusY || 50) };
    const moved = convertPoint(focus, { from, to });
    const chosen = photo.focusX || photo.focusY;
    onChange({ id, ...(chosen && { focusX: `${moved.x}`, focusY: `${moved.y}` }) });
    setCropping(false);
  };
  return (
    <Box
      role="group"
      aria-label={name}
      sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "16rem minmax(0, 1fr)" } }}
    >
      <Stack sx={{ gap: 0.5 }}>
        <FocusMark photo={photo} name={name} onChange={onChange} />
        <Stack direction="row" sx={{ justifyContent: "space-between" }}>
          <span>
            <MoveEntryButtons name={name} n={n} length={length} onMove={onMove} />
          </span>
          <span>
            <Button
              size="small"
              startIcon={<CropIcon />}
              aria-label={`${t("products.photos.crop")}: ${name}`}
              onClick={() => setCropping(true)}
            >
              {t("products.photos.crop")}
            </Button>
            <RemoveEntryButton name={name} onRemove={onRemove} />
          </span>
        </Stack>
      </Stack>
      <Stack sx={{ gap: 1.5 }}>
        {inputs("alt", "credit")}
        <Focus at={`${at}/${n}`} given={Boolean(photo.focusX || photo.focusY)}>
          {inputs("focusX", "focusY")}
        </Focus>
      </Stack>
      {cropping && (
        <Suspense>
          <CropDialog id={whole} name={name} part={from} onCropped={onPart} onClose={() => setCropping(false)} />
        </Suspense>
      )}
    </Box>
  );
}

/** The focus as numbers. The mark on the photo sets it without them, so they are collapsed while the photo has none. */
function Focus({ at, given, children }: { at: string; given: boolean; children: ReactNode }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  // Once shown they stay, also when the operator empties them.
  const stays = useRef(false);
  stays.current ||= given;
  const open = useErrorCount(`${at}/focusX`, `${at}/focusY`) > 0 || isOpen || stays.current;
  if (!open)
    return (
      <Button
        size="small"
        aria-expanded={false}
        onClick={() => setOpen(true)}
        sx={{ alignSelf: "flex-start", ml: -0.5 }}
      >
        {t("products.photos.focusNumbers")}
      </Button>
    );
  return <Box sx={{ display: "grid", gap: 1.5, gridTemplateColumns: "1fr 1fr" }}>{children}</Box>;
}
