import { Box } from "@mui/material";
import type { KeyboardEvent, MouseEvent, PointerEvent } from "react";
import { useText } from "../../../i18n/index.ts";
import type { RecordDraft } from "../../model/fields.ts";

/** Percent by which an arrow key moves the mark, without and with Shift. */
const [step, wideStep] = [1, 10];
const arrows: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The photo, with a mark where it stays visible when it is cut. A click, a drag, a touch or an arrow key moves the mark. */
export function FocusMark({
  photo,
  name,
  onChange,
}: {
  photo: RecordDraft;
  name: string;
  onChange: (values: Partial<RecordDraft>) => void;
}) {
  const t = useText();
  const [left, top] = [Number(photo.focusX || 50), Number(photo.focusY || 50)];
  const set = (x: number, y: number) => onChange({ focusX: `${percent(x)}`, focusY: `${percent(y)}` });
  const follow = (picture: Element, { clientX, clientY }: { clientX: number; clientY: number }) => {
    const box = picture.getBoundingClientRect();
    set(((clientX - box.left) / box.width) * 100, ((clientY - box.top) / box.height) * 100);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = arrows[event.key];
    if (!arrow) return;
    event.preventDefault();
    const by = event.shiftKey ? wideStep : step;
    set(left + arrow[0] * by, top + arrow[1] * by);
  };
  const onDrag = (event: PointerEvent<HTMLElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event.currentTarget.parentElement!, event);
  };
  return (
    <Box
      sx={{ position: "relative", cursor: "crosshair", lineHeight: 0 }}
      onClick={(event: MouseEvent<HTMLElement>) => follow(event.currentTarget, event)}
    >
      <Box
        component="img"
        src={`/photos/${String(photo.id)}/320.webp`}
        alt=""
        draggable={false}
        sx={{ width: "100%", borderRadius: 1, bgcolor: "action.hover" }}
      />
      <Box
        component="button"
        type="button"
        aria-label={t("products.photos.focus", { of: name, left: percent(left), top: percent(top) })}
        onKeyDown={onKeyDown}
        onClick={(event: MouseEvent) => event.stopPropagation()}
        onPointerDown={(event: PointerEvent<HTMLElement>) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onDrag}
        sx={{
          position: "absolute",
          left: `${left}%`,
          top: `${top}%`,
          width: 28,
          height: 28,
          m: "-14px",
          p: 0,
          borderRadius: "50%",
          border: "3px solid white",
          bgcolor: "transparent",
          boxShadow: "0 0 0 2px rgba(0,0,0,.6)",
          cursor: "grab",
          // Otherwise a drag of the mark scrolls the page.
          touchAction: "none",
          "&:focus-visible": { outline: "3px solid", outlineColor: "primary.main", outlineOffset: 3 },
        }}
      />
    </Box>
  );
}

const percent = (value: number): number => Math.round(Math.min(100, Math.max(0, value)));
