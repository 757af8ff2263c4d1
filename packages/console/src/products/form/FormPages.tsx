import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useParams } from "react-router";
import { ApiError } from "../../api/client.ts";
import { useApi } from "../../api/useApi.ts";
import { Allowed, NotFoundPage } from "../../frame/pages.tsx";
import { Loading } from "../../ui/page/Loading.tsx";
import { Problem } from "../../ui/page/Problem.tsx";
import { today } from "../model/calendar.ts";
import { draftOf } from "../model/draft.ts";
import { newDraft } from "../model/proposals.ts";
import { ProductForm } from "./ProductForm.tsx";
import { type Choices, useChoices } from "./useChoices.ts";
import type { Start } from "./useForm.ts";

/** A new product. */
export function CreateProduct() {
  const choices = useChoices();
  return (
    <Allowed right="products.create">{choices.ready ? <New choices={choices} /> : <Loading lines={10} />}</Allowed>
  );
}

function New({ choices }: { choices: Choices }) {
  // What it begins with stays, whatever is chosen from comes later.
  const start = useMemo(
    (): Start => ({ id: null, revision: 0, base: null, draft: newDraft(today(choices.usual.timeZone), choices.usual) }),
    [choices.usual],
  );
  return <ProductForm start={start} choices={choices} />;
}

/** An existing product, as it was when the page was opened. */
export function EditProduct() {
  const { id = "" } = useParams();
  return (
    <Allowed right="products.update">
      <Existing key={id} id={id} />
    </Allowed>
  );
}

function Existing({ id }: { id: string }) {
  const api = useApi();
  const choices = useChoices();
  const { data, error } = useQuery({
    queryKey: ["product-form", id],
    queryFn: () => api("products.show", { id }),
    // What is being typed is not replaced behind the operator's back.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const start = useMemo(
    (): Start | null =>
      data ? { id: data.id, revision: data.revision, base: data.source, draft: draftOf(data.source) } : null,
    [data],
  );
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />;
  if (error) return <Problem error={error} />;
  return start && choices.ready ? <ProductForm start={start} choices={choices} /> : <Loading lines={10} />;
}
