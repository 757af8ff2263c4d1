import { useCallback, useDeferredValue, useMemo, useRef, useState } from "react";
import { ApiError, isConflict } from "../../api/client.ts";
import { useRefusalText } from "../../api/refusal-text.ts";
import { useApi } from "../../api/useApi.ts";
import { useText } from "../../i18n/index.ts";
import { usePreview } from "../../ui/usePreview.ts";
import { copyResources } from "../copy-resources.ts";
import { draftErrors } from "../model/checks.ts";
import { draftFromSource, type ProductDraft, sourceFromDraft } from "../model/draft.ts";
import type { RecordDraft } from "../model/fields.ts";
import { isDeepEqual, mergeChanges } from "../model/merge.ts";
import { withProposals } from "../model/proposals.ts";
import type { ProductChange } from "../model/steps.ts";
import { translationGaps } from "../model/translations.ts";
import type { Product, ProductSource, ProductUpdate } from "../product.ts";
import { errorTexts, type FieldError, refusedFields, valueOfError } from "./fieldErrors.tsx";

/** The state with which the form started. */
export interface FormStart {
  /** The saved product's id; null for a product that is not saved yet. */
  id: string | null;
  revision: number;
  base: ProductSource | null;
  draft: ProductDraft;
}

/** Another operator's change, found on saving. */
export interface EditConflict {
  present: Product;
  /** The record when both operators started. */
  base: ProductSource;
}

/** Holds the state of the product form: the draft, its errors, the preview and saving. */
export function useProductForm(start: FormStart) {
  const t = useText();
  const refusalText = useRefusalText();
  const api = useApi();
  const [origin, setOrigin] = useState(start);
  const [draft, setDraft] = useState(start.draft);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<(FieldError & { typed: string })[]>([]);
  const [conflict, setConflict] = useState<EditConflict | null>(null);
  const isNew = origin.id === null;
  /** Number of the draft in the form. A new draft starts with all sections in their initial state. */
  const [round, setRound] = useState(0);
  const [saved, setSaved] = useState(() => savedItems(start.draft, start.base));
  const change: ProductChange<ProductDraft> = useCallback(
    (make) => setDraft((now) => withProposals(now, make(now), saved, isNew)),
    [saved, isNew],
  );

  const latest = useDeferredValue(draft);
  const errors = useMemo(() => {
    const own = tried ? errorTexts(draftErrors(latest), t) : [];
    const theirs = refused.filter(({ at, typed }) => valueOfError(latest, at) === typed);
    return [...own, ...theirs.filter(({ at }) => !own.some((error) => error.at === at))];
  }, [tried, latest, refused, t]);

  const presentSource = () => sourceFromDraft(draft, origin.base ?? undefined);
  const send = (dryRun: boolean, source: ProductSource) => {
    const query = dryRun ? { dryRun, listed: 500 } : { listed: 0 };
    return (
      isNew
        ? api("products.create", { query, body: { source } })
        : api("products.update", { id: origin.id!, query, body: { source, revision: origin.revision } })
    ).catch(refuse);
  };
  const refuse = async (error: unknown): Promise<never> => {
    if (!(error instanceof ApiError)) throw error;
    const fields =
      error.code === "external-id-taken"
        ? [{ at: "/externalId", text: t("productForm.form.takenId") }]
        : refusedFields(error.fields, presentSource(), refusalText);
    setRefused(fields.map((one) => ({ ...one, typed: valueOfError(draft, one.at) })));
    if (isConflict(error) && origin.base)
      setConflict({ present: await api("products.show", { id: origin.id! }), base: origin.base });
    throw error;
  };
  const flow = usePreview<ProductSource, ProductUpdate>({
    preview: (source) => send(true, source),
    save: (source) => send(false, source),
  });

  /** Previews saving, unless the form has errors. */
  const tryReview = () => {
    setTried(true);
    setRefused([]);
    flow.reset();
    if (draftErrors(draft).length === 0) void flow.preview(presentSource());
  };
  /** Saves the previewed change; null when it was refused. */
  const save = (published?: boolean) =>
    flow.save({ ...presentSource(), ...(published !== undefined && { published }) });
  /** Gives copied items their resources. Returns false if that failed: the product is saved all the same. */
  const copyItemResources = async (id: string | null): Promise<boolean> => {
    const copies = draft.items.flatMap(({ externalId, copyOf }) =>
      copyOf ? [{ from: copyOf, to: externalId.trim() }] : [],
    );
    if (id === null || copies.length === 0) return true;
    try {
      const product = await api("products.show", { id });
      await copyResources(api, product, product, copies);
      return true;
    } catch {
      return false;
    }
  };
  /** Starts again with this draft, made from this state of the record. */
  const begin = (from: FormStart) => {
    setOrigin({ ...from, draft: from.base ? draftFromSource(from.base) : start.draft });
    setDraft(from.draft);
    setSaved(savedItems(from.draft, from.base));
    setRound((now) => now + 1);
    setConflict(null);
    setRefused([]);
    flow.reset();
  };
  /** Continues from the current record. `keepMine`: also applies this operator's unsaved changes. */
  const goOn = (keepMine: boolean) => {
    if (!conflict) return;
    const { present, base } = conflict;
    const source = keepMine ? mergeChanges(base, sourceFromDraft(draft, base), present.source) : present.source;
    begin({ id: present.id, revision: present.revision, base: present.source, draft: draftFromSource(source) });
  };
  const untouched = useMemo(() => sourceFromDraft(origin.draft, origin.base ?? undefined), [origin]);
  const dirty = useMemo(
    () => !isDeepEqual(sourceFromDraft(latest, origin.base ?? undefined), untouched),
    [latest, origin.base, untouched],
  );
  /** Where the draft as it was a moment ago has no text, or one that was not changed with the text that it translates. */
  const gaps = useUnchangedMap(useMemo(() => translationGaps(latest, origin.draft), [latest, origin.draft]));
  const form = { draft, latest, change, origin, saved, isNew, round, errors, gaps };
  return { ...form, flow, save, copyItemResources, tryReview, conflict, begin, goOn, dirty };
}

/** Returns the former map while the new one has the same entries, so that fields do not render again at every key. */
function useUnchangedMap<Value>(map: Map<string, Value>): ReadonlyMap<string, Value> {
  const former = useRef(map);
  const isSame =
    map.size === former.current.size && [...map].every(([key, value]) => former.current.get(key) === value);
  if (!isSame) former.current = map;
  return former.current;
}

/** Keys of items, places, questions and choices whose ids partners know. */
function savedItems(draft: ProductDraft, base: ProductSource | null): ReadonlySet<string> {
  const known = new Set(base?.items.map(({ externalId }) => externalId));
  const questions = new Map(base?.ownQuestions?.map(({ code, choices = [] }) => [code as unknown, choices]));
  const points = new Set<unknown>(base?.meetingPoints?.map(({ externalId }) => externalId));
  const places = new Set<unknown>(base?.pickups?.places?.map(({ externalId }) => externalId));
  return new Set([
    ...draft.items.filter(({ externalId }) => known.has(externalId)).map(({ key }) => key),
    ...draft.meetingPoints.filter(({ externalId }) => points.has(externalId)).map(({ key }) => key),
    ...draft.places.filter(({ externalId }) => places.has(externalId)).map(({ key }) => key),
    ...draft.ownQuestions.flatMap(({ key, code, choices }) => {
      const known = questions.get(code);
      if (!known) return [];
      const codes = new Set<unknown>(known.map((choice) => choice.code));
      return [
        key,
        ...((choices ?? []) as RecordDraft[]).filter((choice) => codes.has(choice.code)).map((one) => one.key),
      ];
    }),
  ]);
}
