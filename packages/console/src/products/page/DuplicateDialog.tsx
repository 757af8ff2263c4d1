import TextField from "@mui/material/TextField";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useNotify } from "react-admin";
import { useNavigate } from "react-router";
import { ApiError } from "../../api/client.ts";
import { useText } from "../../i18n/index.ts";
import { ActionDialog } from "../../ui/form/ActionDialog.tsx";
import { idOf } from "../model/proposals.ts";
import type { Product } from "../product.ts";
import { useAct } from "./useAct.ts";

/** The same product once more, by another id; it is not published. */
export function DuplicateDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const t = useText();
  const notify = useNotify();
  const navigate = useNavigate();
  const { run, refresh } = useAct("duplicate", product);
  const save = useMutation({ mutationFn: (given: object) => run(false, given), onSuccess: refresh });
  const { error } = save;
  const [name, setName] = useState(t("products.act.duplicate.copy", { name: product.source.name }).slice(0, 200));
  const [externalId, setExternalId] = useState(`${product.source.externalId}-2`);
  const [tried, setTried] = useState(false);
  const taken = error instanceof ApiError && error.code === "external-id-taken";
  const missing = (value: string) => tried && value.trim() === "";
  const submit = () => {
    setTried(true);
    if (name.trim() === "" || externalId.trim() === "") return;
    save.mutate(
      { name: name.trim(), externalId: externalId.trim() },
      {
        onSuccess: ({ id }) => {
          notify(t("products.act.duplicate.done", { name: name.trim() }), { type: "success" });
          onClose();
          navigate(`/products/${id}/show`);
        },
      },
    );
  };
  return (
    <ActionDialog
      title={t("products.act.duplicate.title", { name: product.source.name })}
      lead={t("products.act.duplicate.lead")}
      submit={t("products.act.duplicate.button")}
      pending={save.isPending}
      error={taken ? null : error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t("products.field.name")}
        value={name}
        autoFocus
        error={missing(name)}
        helperText={missing(name) ? t("frame.required") : undefined}
        slotProps={{ htmlInput: { maxLength: 200 } }}
        onChange={({ target }) => {
          if (externalId === idOf(name)) setExternalId(idOf(target.value));
          setName(target.value);
        }}
      />
      <TextField
        label={t("products.field.externalId")}
        value={externalId}
        error={missing(externalId) || taken}
        helperText={
          taken
            ? t("products.form.takenId")
            : missing(externalId)
              ? t("frame.required")
              : t("products.field.externalIdLead")
        }
        slotProps={{ htmlInput: { maxLength: 128 } }}
        onChange={({ target }) => {
          save.reset();
          setExternalId(target.value);
        }}
      />
    </ActionDialog>
  );
}
