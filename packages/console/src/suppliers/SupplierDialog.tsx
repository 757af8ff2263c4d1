import Alert from "@mui/material/Alert";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useNotify, useRefresh } from "react-admin";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { ActionDialog } from "../ui/ActionDialog.tsx";
import { Overtaken } from "../ui/Overtaken.tsx";
import { useFieldProblems } from "../ui/useFieldProblems.ts";
import { useRights } from "../ui/useRights.ts";
import { SupplierFields } from "./SupplierFields.tsx";
import { bodyOf, empty, type Given, givenOf, type Supplier } from "./supplier.ts";

/** Makes a supplier, or changes one. When somebody else did meanwhile, what was typed stays, beside what it is now. */
export function SupplierDialog({ supplier, onClose }: { supplier?: Supplier; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const refresh = useRefresh();
  const rights = useRights();
  const [seen, setSeen] = useState(supplier);
  const [given, setGiven] = useState<Given>(supplier ? givenOf(supplier) : empty);
  const save = useMutation({
    mutationFn: () =>
      seen
        ? api("suppliers.update", { id: seen.id, body: { ...bodyOf(given), revision: seen.revision } })
        : api("suppliers.create", { body: { externalId: given.externalId.trim(), ...bodyOf(given) } }),
    onSuccess: () => {
      notify(t("suppliers.saved", { name: given.name.trim() }), { type: "success" });
      refresh();
      onClose();
    },
  });
  const minutes = Number(given.minutes);
  const { field, tryNow } = useFieldProblems(save.error, {
    "/name": given.name.trim() === "" && t("frame.required"),
    "/externalId": given.externalId.trim() === "" && t("frame.required"),
    "/kind": false,
    "/email": false,
    "/url": given.kind === "http" && given.url.trim() === "" && t("frame.required"),
    "/answerWithinMinutes":
      !(Number.isInteger(minutes) && minutes >= 1 && minutes <= 43_200) && t("suppliers.minutesWrong"),
  });
  return (
    <ActionDialog
      title={supplier ? t("suppliers.change.title", { name: supplier.name }) : t("suppliers.create.title")}
      submit={supplier ? t("frame.action.save") : t("suppliers.create.button")}
      pending={save.isPending}
      error={save.error}
      dirty={JSON.stringify(given) !== JSON.stringify(seen ? givenOf(seen) : empty)}
      errorAction={
        <Overtaken
          error={save.error}
          read={() => api("suppliers.show", { id: seen!.id })}
          onRead={(present) => {
            setSeen(present);
            save.reset();
            refresh();
          }}
        />
      }
      onSubmit={() => tryNow() && save.mutate()}
      onClose={onClose}
    >
      {seen && seen !== supplier && <Present supplier={seen} />}
      <SupplierFields
        given={given}
        isNew={!supplier}
        decides={rights.has("orders.confirm")}
        field={field}
        onChange={setGiven}
      />
    </ActionDialog>
  );
}

/** What somebody else made of it. */
function Present({ supplier }: { supplier: Supplier }) {
  const t = useText();
  const { name, kind, lang, email, url, answerWithinMinutes } = supplier;
  const parts = [name, t(`suppliers.kind.${kind}`), t(`orders.lang.${lang}`), email, url, `${answerWithinMinutes} min`];
  return (
    <Alert severity="info" sx={{ overflowWrap: "anywhere" }}>
      {t("frame.presentState")} <b>{parts.filter(Boolean).join(" · ")}</b>
    </Alert>
  );
}
