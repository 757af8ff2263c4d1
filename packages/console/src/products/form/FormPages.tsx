import { useMemo } from "react";
import { RecordPage } from "../../ui/page/Loaded.tsx";
import { Loading } from "../../ui/page/states.tsx";
import { today } from "../model/calendar.ts";
import { draftOf } from "../model/draft.ts";
import { newDraft } from "../model/proposals.ts";
import type { Product } from "../product.ts";
import { ProductForm } from "./ProductForm.tsx";
import { type Choices, useChoices } from "./useChoices.ts";
import type { Start } from "./useForm.ts";

/** Creates a product. */
export function CreateProduct() {
  const choices = useChoices();
  return choices.ready ? <NewProduct choices={choices} /> : <Loading lines={10} />;
}

function NewProduct({ choices }: { choices: Choices }) {
  // The proposals stay when the choices are read again.
  const start = useMemo(
    (): Start => ({ id: null, revision: 0, base: null, draft: newDraft(today(choices.usual.timeZone), choices.usual) }),
    [choices.usual],
  );
  return <ProductForm start={start} choices={choices} />;
}

/** Changes a product. The form starts from the state when the page was opened. */
export function EditProduct() {
  const choices = useChoices();
  return (
    <RecordPage edited operation="products.show">
      {(product) =>
        choices.ready ? (
          <ExistingProduct key={product.id} product={product} choices={choices} />
        ) : (
          <Loading lines={10} />
        )
      }
    </RecordPage>
  );
}

function ExistingProduct({ product, choices }: { product: Product; choices: Choices }) {
  const { id, revision, source } = product;
  const start = useMemo((): Start => ({ id, revision, base: source, draft: draftOf(source) }), [id, revision, source]);
  return <ProductForm start={start} choices={choices} />;
}
