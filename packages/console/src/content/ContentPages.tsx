import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { useText } from "../i18n/index.ts";
import { RecordPage } from "../ui/page/Loaded.tsx";
import { BackTo, Page } from "../ui/page/Page.tsx";
import { PageForm } from "./PageForm.tsx";
import { type ContentPage, nameOf } from "./page.ts";

/** Creates a content page. */
export function NewContentPage() {
  const t = useText();
  return <FormPage title={t("content.create")} page={null} />;
}

/** Shows and changes a content page. */
export const EditContentPage = () => (
  <RecordPage edited operation="pages.show">
    {(page) => <FormPage title={nameOf(page.source)} page={page} />}
  </RecordPage>
);

function FormPage({ title, page }: { title: string; page: ContentPage | null }) {
  const t = useText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const backToList = () => {
    void queries.invalidateQueries();
    navigate("/pages");
  };
  return (
    <Page title={title} width={960} above={<BackTo path="/pages" label={t("content.title")} />}>
      <PageForm page={page} onDone={backToList} />
    </Page>
  );
}
