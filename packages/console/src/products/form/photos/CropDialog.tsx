import { Button } from "@mui/material";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { centerCrop, makeAspectCrop, type PercentCrop, ReactCrop } from "react-image-crop";
import "react-image-crop/dist/ReactCrop.css";
import { useApi } from "../../../api/useApi.ts";
import { useText } from "../../../i18n/index.ts";
import { PlainDialog } from "../../../ui/dialogs.tsx";
import { Select } from "../../../ui/form/controls.tsx";
import { ProblemAlert } from "../../../ui/page/states.tsx";
import { SecondaryText } from "../../../ui/text.tsx";
import { isWholePhoto, type PhotoPart, partInPixels, photoSize, wholePhoto } from "./part.ts";

const ratios = ["16:9", "4:3", "3:2", "1:1"] as const;
type Ratio = (typeof ratios)[number] | "";

const numberOf = (ratio: Ratio): number | undefined => {
  const [width, height] = ratio.split(":").map(Number);
  return ratio ? width! / height! : undefined;
};

/** Chooses a part of a photo with the mouse, by touch or with the arrow keys. */
export function CropDialog({
  id,
  name,
  part: start,
  onCropped,
  onClose,
}: {
  /** The id of the uncropped photo. */
  id: string;
  name: string;
  part: PhotoPart;
  /** Reports the crop. `id`: the id of the cropped photo. */
  onCropped: (id: string, part: PhotoPart) => void;
  onClose: () => void;
}) {
  const t = useText();
  const api = useApi();
  const [part, setPart] = useState(start);
  const [ratio, setRatio] = useState<Ratio>("");
  const { width, height } = photoSize(id);
  const pixels = partInPixels(id, part);
  const crop = useMutation({
    mutationFn: async () =>
      isWholePhoto(part) ? id : (await api("photos.crop", { id, body: partInPixels(id, part) })).id,
    onSuccess: (made) => onCropped(made, part),
  });
  const choose = (chosen: Ratio) => {
    setRatio(chosen);
    const aspect = numberOf(chosen);
    if (aspect) setPart(largestPart(aspect, width, height));
  };
  const label = (side: Side) => t("products.photos.side", { side: t(`products.photos.sides.${side}`) });
  return (
    <PlainDialog
      title={t("products.photos.cropOf", { of: name })}
      maxWidth="md"
      onClose={onClose}
      buttons={
        <>
          <Button onClick={onClose}>{t("frame.action.cancel")}</Button>
          <Button onClick={() => setPart(wholePhoto)}>{t("products.photos.whole")}</Button>
          <Button variant="contained" loading={crop.isPending} onClick={() => crop.mutate()}>
            {t("products.photos.crop")}
          </Button>
        </>
      }
    >
      <Select
        label={t("products.photos.ratio")}
        value={ratio}
        any={t("products.photos.anyRatio")}
        choices={ratios.map((one) => ({ id: one, name: one }))}
        onChange={choose}
      />
      <ReactCrop
        crop={{ unit: "%", ...part }}
        keepSelection
        ruleOfThirds
        {...(ratio && { aspect: numberOf(ratio)! })}
        onChange={(_, { x, y, width, height }) => setPart({ x, y, width, height })}
        style={{ alignSelf: "center" }}
        ariaLabels={{
          cropArea: t("products.photos.part"),
          nwDragHandle: label("nw"),
          nDragHandle: label("n"),
          neDragHandle: label("ne"),
          eDragHandle: label("e"),
          seDragHandle: label("se"),
          sDragHandle: label("s"),
          swDragHandle: label("sw"),
          wDragHandle: label("w"),
        }}
      >
        <img
          src={`/photos/${id}/1280.webp`}
          width={width}
          height={height}
          alt=""
          style={{ display: "block", width: "auto", height: "auto", maxWidth: "100%", maxHeight: "55vh" }}
        />
      </ReactCrop>
      <SecondaryText>
        {pixels.width} × {pixels.height} px
      </SecondaryText>
      <ProblemAlert error={crop.error} />
    </PlainDialog>
  );
}

type Side = "nw" | "n" | "ne" | "e" | "se" | "s" | "sw" | "w";

/** Returns the largest part of this ratio, in the middle. */
function largestPart(aspect: number, width: number, height: number): PhotoPart {
  const along = aspect > width / height ? { width: 100 } : { height: 100 };
  const { x, y, ...size }: PercentCrop = centerCrop(
    makeAspectCrop({ unit: "%", ...along }, aspect, width, height),
    width,
    height,
  );
  return { x, y, width: size.width, height: size.height };
}
