import { Alert, Box, Button, Stack, Typography, useMediaQuery } from "@mui/material";
import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { useText } from "../i18n/index.ts";
import { PlainDialog } from "./dialogs.tsx";
import { FieldSummary, fieldProblemsOf } from "./form/FieldSummary.tsx";
import { UnsavedChangesWarning } from "./form/UnsavedChangesWarning.tsx";
import { Loading } from "./page/Loading.tsx";
import { SectionCard, TwoColumns } from "./page/layout.tsx";
import { ProblemAlert } from "./page/states.tsx";
import type { Preview } from "./usePreview.ts";

/** The submit button of a form that previews a change. */
export function PreviewButton({ phase, label }: Pick<Preview<unknown, unknown>, "phase"> & { label?: string }) {
  const t = useText();
  return (
    <Button
      type="submit"
      variant={phase === "ready" ? "outlined" : "contained"}
      loading={phase === "previewing"}
      sx={{ alignSelf: "flex-start" }}
    >
      {label ?? t("events.change.preview")}
    </Button>
  );
}

/** A form whose change is previewed. The outcome is beside the form and stays in view. */
export function PreviewForm<Values, Input, Shown, Saved>({
  defaults,
  values,
  flow,
  onPreview,
  label,
  children,
  title,
  outcome,
}: {
  defaults: Values;
  values: Values;
  flow: Preview<Input, Shown, Saved>;
  onPreview: () => unknown;
  /** The label of the button that makes the preview. */
  label?: string;
  /** The sections of the form. */
  children: ReactNode;
  /** The title of the outcome. */
  title: string;
  outcome: ReactNode;
}) {
  return (
    <TwoColumns ratio={[5, 6]}>
      <Stack
        component="form"
        noValidate
        sx={{ gap: 2, minWidth: 0 }}
        onSubmit={(event) => {
          event.preventDefault();
          void onPreview();
        }}
      >
        <UnsavedChangesWarning when={values !== defaults && flow.phase !== "done"} />
        <FieldSummary problems={fieldProblemsOf(flow.error)} />
        {children}
        <PreviewButton phase={flow.phase} {...(label && { label })} />
      </Stack>
      <Box sx={{ minWidth: 0, position: { lg: "sticky" }, top: 72 }}>
        <SectionCard title={title}>{outcome}</SectionCard>
      </Box>
    </TwoColumns>
  );
}

/**
 * The preview of a change, the button that saves it, and the result. The panel takes the focus when the preview or the result
 * arrives, unless the page made the preview when it opened.
 */
export function PreviewPanel<Input, Shown, Saved>({
  flow,
  hint,
  conflict,
  stale = false,
  errorAction,
  button,
  danger = false,
  question,
  askAgain,
  done,
  before,
  children,
}: {
  flow: Preview<Input, Shown, Saved>;
  /** The content before the first preview. */
  hint?: string;
  /** Says that another operator's change made a new preview necessary. */
  conflict?: string;
  /** Whether the form changed after the preview. */
  stale?: boolean;
  errorAction?: ReactNode;
  /** The label of the button that saves; null while nothing can be saved. */
  button: string | null;
  danger?: boolean;
  /** The title of the last question and the label of its answer. By default the question is about a large change. */
  question?: Question;
  /** Returns the questions that must be confirmed before saving; none for a usual change. */
  askAgain?: (shown: Shown) => string[];
  /** The content that replaces the button after saving. */
  done?: ReactNode;
  /** Parts of the preview or the result: above the button, and below it. */
  before?: (result: Shown | Saved) => ReactNode;
  children?: (result: Shown | Saved) => ReactNode;
}) {
  const t = useText();
  const box = useFocusOnOutcome(flow);
  const { phase } = flow;
  const { ask, asking } = useAskAgain(flow.shown, askAgain, () => flow.save(), question);
  const result = flow.shown ?? (phase === "previewing" ? null : flow.saved);
  return (
    <Stack ref={box} tabIndex={-1} sx={{ gap: 1.5, outline: "none !important" }}>
      {phase === "idle" && !flow.error && hint && <Typography sx={{ color: "text.secondary" }}>{hint}</Typography>}
      <ProblemAlert error={fieldProblemsOf(flow.error).length > 0 ? null : flow.error} action={errorAction} />
      {phase === "previewing" && <Loading lines={4} />}
      {flow.conflict && conflict && <Alert severity="warning">{conflict}</Alert>}
      {phase === "done" && done}
      {result !== null && before?.(result)}
      {stale && flow.shown !== null && <Alert severity="warning">{t("frame.preview.stale")}</Alert>}
      {flow.shown !== null && button !== null && (
        <Button
          variant="contained"
          color={danger ? "error" : "primary"}
          disabled={stale}
          loading={phase === "saving"}
          onClick={ask}
          sx={{ alignSelf: "flex-start" }}
        >
          {button}
        </Button>
      )}
      {result !== null && children?.(result)}
      {asking}
    </Stack>
  );
}

/** The preview of a change in a dialog, with the button that saves it. With fields, the button first makes the preview. */
export function PreviewDialog<Input, Shown, Saved>({
  title,
  lead,
  flow,
  maxWidth = "sm",
  fields,
  onPreview,
  errorAction,
  button,
  danger = false,
  otherButtons,
  question,
  askAgain,
  onSave,
  children,
  onClose,
}: {
  title: string;
  lead?: string | undefined;
  flow: Preview<Input, Shown, Saved>;
  maxWidth?: "sm" | "md";
  fields?: ReactNode;
  onPreview?: () => void;
  errorAction?: ReactNode;
  /** The label of the button that saves; null if nothing can be saved. */
  button: string | null;
  danger?: boolean;
  otherButtons?: ReactNode;
  question?: Question;
  /** Returns the questions that must be confirmed before saving. */
  askAgain?: (shown: Shown) => string[];
  onSave: () => unknown;
  children: (shown: Shown) => ReactNode;
  onClose: () => void;
}) {
  const t = useText();
  const id = useId();
  const narrow = useMediaQuery("(max-width: 599px)");
  const { phase, shown } = flow;
  const { ask, asking } = useAskAgain(shown, askAgain, onSave, question);
  const saving = phase === "saving";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (shown === null) onPreview?.();
    else ask();
  };
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
          {otherButtons}
          {button !== null && (
            <Button
              variant="contained"
              color={danger ? "error" : "primary"}
              loading={saving || (phase === "previewing" && fields !== undefined)}
              {...(fields ? { type: "submit", form: id } : { autoFocus: true, disabled: shown === null, onClick: ask })}
            >
              {fields && shown === null ? t("events.change.preview") : button}
            </Button>
          )}
        </>
      }
      onClose={saving ? undefined : onClose}
    >
      {lead && <Typography>{lead}</Typography>}
      {fields && (
        <Stack component="form" id={id} noValidate onSubmit={submit} sx={{ gap: 2 }}>
          {fields}
        </Stack>
      )}
      {phase === "previewing" && !fields && <Loading lines={2} />}
      {shown !== null && children(shown)}
      <ProblemAlert error={flow.error} action={errorAction} />
      {asking}
    </PlainDialog>
  );
}

/** Saves a preview, after one more question where it changes something by much. */
function useAskAgain<Shown>(
  shown: Shown | null,
  askAgain: ((shown: Shown) => string[]) | undefined,
  onSave: () => unknown,
  question: Question = {},
) {
  const [texts, setTexts] = useState<string[]>([]);
  const ask = () => {
    const found = shown === null ? [] : (askAgain?.(shown) ?? []);
    if (found.length > 0) setTexts(found);
    else void onSave();
  };
  const asking = texts.length > 0 && (
    <ConfirmLargeChange {...question} texts={texts} onYes={() => void onSave()} onClose={() => setTexts([])} />
  );
  return { ask, asking };
}

interface Question {
  /** The title of the question. By default it says that the change of a price or a rate is large. */
  title?: string | undefined;
  /** The label of the answer. */
  yes?: string;
  /** Whether the answer cannot be undone. */
  isFinal?: boolean;
}

/** Asks once more before the console saves a large change. The second click of a double click neither answers nor closes the question. */
export function ConfirmLargeChange({
  title,
  yes,
  isFinal = yes !== undefined,
  texts,
  onYes,
  onClose,
}: Question & {
  texts: string[];
  onYes: () => void;
  onClose: () => void;
}) {
  const t = useText();
  return (
    <PlainDialog
      title={title ?? t("day.again.title")}
      maxWidth="xs"
      buttons={
        <>
          <Button onClick={onClose}>{t(yes === undefined ? "frame.action.cancel" : "frame.action.back")}</Button>
          <Button
            variant="contained"
            color={isFinal ? "error" : "warning"}
            onClick={({ detail }) => {
              if (detail > 1) return;
              onClose();
              onYes();
            }}
          >
            {yes ?? t("day.again.yes")}
          </Button>
        </>
      }
      onClose={(reason) => reason === "escapeKeyDown" && onClose()}
    >
      {texts.map((text) => (
        <Typography key={text}>{text}</Typography>
      ))}
    </PlainDialog>
  );
}

/** CSS pixels that the bar at the top of each page covers. */
const topBarHeight = 56;

/** Moves the focus to an element when a preview or a result arrives for which the operator asked. */
function useFocusOnOutcome({
  phase,
  isAutomatic,
}: Pick<Preview<unknown, unknown>, "phase" | "isAutomatic">): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const isWanted = (phase === "ready" || phase === "done") && !isAutomatic;
  useEffect(() => {
    if (!isWanted || !box.current) return;
    box.current.focus({ preventScroll: true });
    const { top } = box.current.getBoundingClientRect();
    // A panel that begins in view stays where it is, so the heading of the page stays in view too.
    if (top < topBarHeight || top > innerHeight / 2) box.current.scrollIntoView();
  }, [isWanted]);
  return box;
}
