import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useEffect, useRef, useState } from "react";
import { useNotify } from "react-admin";
import { ApiError } from "../api/client.ts";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/useRights.ts";
import { ConflictAction } from "../ui/form/ConflictAction.tsx";
import { FieldSummary } from "../ui/form/FieldSummary.tsx";
import { Unsaved } from "../ui/form/Unsaved.tsx";
import { Problem } from "../ui/page/Problem.tsx";
import { DeletePage } from "./DeletePage.tsx";
import { idOf, PageFields } from "./PageFields.tsx";
import { type ContentPage, type Field, faultsOf, fieldOf, givenOf, newPage, sourceOf } from "./page.ts";

/** A page to be changed, or a new one. */
export function PageForm({ page, onDone }: { page: ContentPage | null; onDone: () => unknown }) {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const rights = useRights();
  const may = rights.has(page ? "pages.update" : "pages.create");
  const [begun] = useState(() => (page ? givenOf(page.source) : newPage));
  const [given, setGiven] = useState(begun);
  const [revision, setRevision] = useState(page?.revision ?? 0);
  const [present, setPresent] = useState<ContentPage | null>(null);
  const [tried, setTried] = useState(false);
  const [state, setState] = useState<{ pending?: boolean; error?: unknown; done?: boolean }>({});
  const [deleting, setDeleting] = useState(false);
  const done = useRef(onDone);
  done.current = onDone;
  // After the warning about unsaved changes is gone.
  useEffect(() => {
    if (state.done) done.current();
  }, [state.done]);

  const label = (field: Field): string => {
    const [lang, part] = field.split("/");
    return part
      ? `${t(`content.lang.${lang as "es"}`)}: ${t(`content.field.${part as "url"}`)}`
      : t(`content.field.${field as "cityCode"}`);
  };
  const problems = [
    ...(tried ? faultsOf(given) : []).map(({ field, fault }) => ({ field, detail: t(`content.fault.${fault}`) })),
    ...namedBy(state.error).flatMap(({ pointer, detail }) => {
      const field = fieldOf(pointer);
      return field ? [{ field, detail }] : [];
    }),
    ...(state.error instanceof ApiError && state.error.code === "external-id-taken"
      ? [{ field: "externalId" as const, detail: t("content.taken") }]
      : []),
  ].map(({ field, detail }) => ({ id: idOf(field), label: label(field), detail }));

  const save = async () => {
    setTried(true);
    setState({});
    if (faultsOf(given).length > 0) return;
    setState({ pending: true });
    try {
      const source = sourceOf(given);
      if (page) await api("pages.update", { id: page.id, body: { source, revision } });
      else await api("pages.create", { body: { source } });
      notify(t("content.saved", { name: source.externalId }), { type: "success" });
      setState({ done: true });
    } catch (error) {
      setPresent(null);
      setState({ error });
    }
  };
  return (
    <Stack
      component="form"
      noValidate
      sx={{ gap: 2 }}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Unsaved when={given !== begun && !state.done} />
      <FieldSummary problems={problems} />
      <Problem
        error={problems.length === 0 ? state.error : null}
        action={
          page && (
            <ConflictAction
              error={state.error}
              read={() => api("pages.show", { id: page.id })}
              onRead={(now) => {
                setPresent(now);
                setRevision(now.revision);
                setState({});
              }}
            />
          )
        }
      />
      {present && <Present page={present} onTake={() => setGiven(givenOf(present.source))} />}
      <PageFields given={given} isNew={page === null} readOnly={!may} problems={problems} onChange={setGiven} />
      {may && (
        <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
          <Button type="submit" variant="contained" loading={state.pending ?? false}>
            {t("frame.action.save")}
          </Button>
          {page && rights.has("pages.delete") && (
            <Button color="error" onClick={() => setDeleting(true)}>
              {t("content.delete.button")}
            </Button>
          )}
        </Stack>
      )}
      {deleting && page && (
        <DeletePage
          page={{ ...page, revision }}
          onClose={() => setDeleting(false)}
          onDone={() => {
            setDeleting(false);
            setState({ done: true });
          }}
        />
      )}
    </Stack>
  );
}

const namedBy = (error: unknown): { pointer: string; detail: string }[] =>
  error instanceof ApiError && error.status === 400 ? error.fields : [];

/** The page as another operator saved it; what was typed stays until it is replaced. */
function Present({ page: { source }, onTake }: { page: ContentPage; onTake: () => void }) {
  const t = useText();
  const { es, pt, published = true, cityCode = "–" } = source;
  const names = [es, pt].flatMap((place) => (place ? [`${place.name} (${place.url})`] : [])).join(", ");
  return (
    <Alert
      severity="info"
      action={
        <Button color="inherit" onClick={onTake} sx={{ flexShrink: 0 }}>
          {t("content.present.take")}
        </Button>
      }
    >
      {t("content.present.text", {
        names,
        city: cityCode,
        published: t(published ? "content.published" : "content.hidden"),
      })}
    </Alert>
  );
}
