import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { newId } from "../api/new-id.ts";
import { useRefusalText } from "../api/refusal-text.ts";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { FieldProblems, throwFieldProblems } from "../ui/form/FieldSummary.tsx";
import { useAfterSaving } from "../ui/form/UnsavedChangesWarning.tsx";
import { type Preview as Flow, usePreview } from "../ui/usePreview.ts";
import {
  type ActionPreview,
  type ActionReport,
  type BulkActionKind,
  type EventSelection,
  type LettersByLanguage,
  reportAddress,
} from "./bulk.ts";

/** The inputs of the preview. A change to one of them makes the preview stale. */
export interface ActionInputs {
  /** Local day of the target, `yyyy-MM-dd`. Null: the operator has not changed the proposed day. */
  day: string | null;
  targetId: string;
  letters: LettersByLanguage;
}

/** Terms that the operator can change without a new preview. */
export interface ActionTerms {
  refund: "full" | "terms";
  reason: string;
  close: boolean;
  tell: boolean;
}

type Shown = ActionPreview & { id: string };
export type ActionFlow = Flow<ActionInputs, Shown, ActionReport>;

export const actionFieldIds = { target: "bulk-target", letter: (lang: string) => `bulk-letter-${lang}` } as const;

/** Previews an action on the orders of events, and starts it exactly as previewed. */
export function useBulkAction(
  kind: BulkActionKind,
  eventIds: string[],
  orderIds: string[] | undefined,
  { news, targets }: Pick<EventSelection, "news" | "targets"> = {},
) {
  const t = useText();
  const refusalText = useRefusalText();
  const api = useApi();
  const navigate = useNavigate();
  const [defaults] = useState<ActionInputs>({ day: null, targetId: "", letters: {} });
  const [wish, setWish] = useState(defaults);
  const [terms, setTerms] = useState<ActionTerms>({
    refund: "full",
    reason: "",
    close: !orderIds && kind !== "inform",
    tell: true,
  });
  const reason = terms.reason.trim();
  const chosen = {
    ...{ kind, eventIds },
    ...(reason && { reason }),
    ...(orderIds && { orderIds }),
    ...(kind === "move" && (targets ? { targets } : wish.targetId && { targetId: wish.targetId })),
    ...(kind === "inform" && news && { news }),
  };
  const flow: ActionFlow = usePreview<ActionInputs, Shown, ActionReport>({
    async preview({ letters }) {
      if (kind === "move" && !targets && wish.targetId === "")
        throw new FieldProblems([
          { id: actionFieldIds.target, label: t("orders.field.event"), detail: t("bulk.chooseTarget") },
        ]);
      // With this id, the service treats a repeated start as the same action.
      return { ...(await api("bulkActions.preview", { body: { ...chosen, letters } })), id: newId() };
    },
    save: (_wish, { id, digest, letters }) =>
      api("bulkActions.start", {
        body: {
          ...chosen,
          id,
          digest,
          ...(kind === "cancel" && { refund: terms.refund }),
          ...(terms.close && { close: true }),
          ...(terms.tell && {
            letters: Object.fromEntries(letters.map(({ lang, subject, body }) => [lang, { subject, body }])),
          }),
        },
      }).catch((error) =>
        throwFieldProblems(error, refusalText, (pointer, detail) => {
          const [, , lang] = pointer.split("/");
          return pointer.startsWith("/letters/") && lang
            ? { id: actionFieldIds.letter(lang), label: t(`content.lang.${lang as "es" | "pt" | "en"}`), detail }
            : null;
        }),
      ),
    again: true,
  });
  // Cancelling and telling need no target, so the page makes their first preview at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page makes only its first preview here.
  useEffect(() => {
    if (kind !== "move" || targets) void flow.preview(wish, { isAutomatic: true });
  }, []);
  useAfterSaving(flow.phase === "done", () => void navigate(reportAddress(flow.saved!.id), { replace: true }));
  return {
    flow,
    defaults,
    wish,
    setWish: (some: Partial<ActionInputs>) => setWish((now) => ({ ...now, ...some })),
    terms,
    setTerms: (some: Partial<ActionTerms>) => setTerms((now) => ({ ...now, ...some })),
  };
}

export type BulkActionForm = ReturnType<typeof useBulkAction>;
