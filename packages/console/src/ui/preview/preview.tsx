import { Alert, Button, Stack, Typography, useMediaQuery } from "@mui/material";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useText } from "../../i18n/index.ts";
import { PlainDialog } from "../dialog/dialogs.tsx";
import { problemsOf } from "../form/FieldSummary.tsx";
import { Loading, Problem } from "../page/states.tsx";
import type { Preview } from "./usePreview.ts";

/** The submit button of a form that previews a change. */
export function PreviewButton({ phase }: Pick<Preview<unknown, unknown>, "phase">) {
  const t = useText();
  return (
    <Button
      type="submit"
      variant={phase === "ready" ? "outlined" : "contained"}
      loading={phase === "previewing"}
      sx={{ alignSelf: "flex-start" }}
    >
      {t("events.change.preview")}
    </Button>
  );
}

/**
 * The preview of a change, the button that saves it, and the result. The panel takes the focus when the preview or the result
 * arrives.
 */
export function PreviewPanel<Input, Shown, Saved>({
  flow,
  hint,
  conflict,
  stale = false,
  errorAction,
  button,
  askAgain,
  done,
  before,
  children,
}: {
  flow: Preview<Input, Shown, Saved>;
  /** Shown before the first preview. */
  hint?: string;
  /** Says that another operator's change made a new preview necessary. */
  conflict?: string;
  /** Whether the form changed after the preview. */
  stale?: boolean;
  errorAction?: ReactNode;
  /** The label of the button that saves; null while nothing can be saved. */
  button: string | null;
  /** What must be confirmed once more before it is saved; nothing for a usual change. */
  askAgain?: (shown: Shown) => string[];
  /** Shown in place of the button after saving. */
  done?: ReactNode;
  /** Parts of the preview or the result: above the button, and below it. */
  before?: (result: Shown | Saved) => ReactNode;
  children?: (result: Shown | Saved) => ReactNode;
}) {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  const { phase } = flow;
  const [asking, setAsking] = useState<string[]>([]);
  const save = () => {
    const texts = flow.shown === null ? [] : (askAgain?.(flow.shown) ?? []);
    if (texts.length > 0) setAsking(texts);
    else void flow.save();
  };
  const settled = phase === "ready" || phase === "done";
  useEffect(() => {
    if (!settled) return;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView();
  }, [settled]);
  const result = flow.shown ?? (phase === "previewing" ? null : flow.saved);
  return (
    <Stack ref={box} tabIndex={-1} sx={{ gap: 1.5, outline: "none !important", scrollMarginTop: 72 }}>
      {phase === "idle" && !flow.error && hint && <Typography sx={{ color: "text.secondary" }}>{hint}</Typography>}
      <Problem error={problemsOf(flow.error).length > 0 ? null : flow.error} action={errorAction} />
      {phase === "previewing" && <Loading lines={4} />}
      {flow.conflict && conflict && <Alert severity="warning">{conflict}</Alert>}
      {phase === "done" && done}
      {result !== null && before?.(result)}
      {stale && flow.shown !== null && <Alert severity="warning">{t("frame.preview.stale")}</Alert>}
      {flow.shown !== null && button !== null && (
        <Button
          variant="contained"
          disabled={stale}
          loading={phase === "saving"}
          onClick={save}
          sx={{ alignSelf: "flex-start" }}
        >
          {button}
        </Button>
      )}
      {result !== null && children?.(result)}
      {asking.length > 0 && <AskAgain texts={asking} onYes={() => void flow.save()} onClose={() => setAsking([])} />}
    </Stack>
  );
}

/** The preview of a change in a dialog, with the buttons that save it. */
export function PreviewDialog<Input, Shown, Saved>({
  title,
  lead,
  flow,
  maxWidth = "sm",
  errorAction,
  buttons,
  children,
  onClose,
}: {
  title: string;
  lead?: string | undefined;
  flow: Preview<Input, Shown, Saved>;
  maxWidth?: "sm" | "md";
  errorAction?: ReactNode;
  buttons: ReactNode;
  children: (shown: Shown) => ReactNode;
  onClose: () => void;
}) {
  const t = useText();
  const narrow = useMediaQuery("(max-width: 599px)");
  const saving = flow.phase === "saving";
  return (
    <PlainDialog
      title={title}
      maxWidth={maxWidth}
      fullScreen={narrow && maxWidth === "md"}
      buttons={
        <>
          <Button onClick={onClose} disabled={saving}>
            {t("frame.action.cancel")}
          </Button>
          {buttons}
        </>
      }
      onClose={saving ? undefined : onClose}
    >
      {lead && <Typography>{lead}</Typography>}
      {flow.phase === "previewing" && <Loading lines={2} />}
      {flow.shown !== null && children(flow.shown)}
      <Problem error={flow.error} action={errorAction} />
    </PlainDialog>
  );
}

/** A price or rate that moves by more than this share is probably a typing error. */
const largest = 0.2;

/** Whether a change must be confirmed once more. */
export const isLarge = (before: number, after: number): boolean =>
  before > 0 ? Math.abs(after / before - 1) > largest + 1e-9 : after > 0;

/** Asks once more before a large change is saved. */
export function AskAgain({ texts, onYes, onClose }: { texts: string[]; onYes: () => void; onClose: () => void }) {
  const t = useText();
  return (
    <PlainDialog
      title={t("day.again.title")}
      maxWidth="xs"
      buttons={
        <>
          <Button onClick={onClose}>{t("frame.action.cancel")}</Button>
          <Button
            variant="contained"
            color="warning"
            onClick={() => {
              onClose();
              onYes();
            }}
          >
            {t("day.again.yes")}
          </Button>
        </>
      }
      onClose={onClose}
    >
      {texts.map((text) => (
        <Typography key={text}>{text}</Typography>
      ))}
    </PlainDialog>
  );
}
