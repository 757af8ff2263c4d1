import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Route, Routes, useNavigate, useParams } from "react-router";
import { ApiError } from "../api/client.ts";
import { useApi } from "../api/useApi.ts";
import { Allowed, NotFoundPage } from "../frame/pages.tsx";
import { useText } from "../i18n/index.ts";
import { BackTo } from "../ui/page/BackTo.tsx";
import { Loading } from "../ui/page/Loading.tsx";
import { Page } from "../ui/page/Page.tsx";
import { Problem } from "../ui/page/Problem.tsx";
import { PageForm } from "./PageForm.tsx";
import { PageList } from "./PageList.tsx";

/** The pages of the console that content pages are worked on with. */
export const ContentPages = () => (
  <Routes>
    <Route
      index
      element={
        <Allowed right="pages.list">
          <PageList />
        </Allowed>
      }
    />
    <Route
      path="create"
      element={
        <Allowed right="pages.create">
          <NewPage />
        </Allowed>
      }
    />
    <Route
      path=":id"
      element={
        <Allowed right="pages.show">
          <OnePage />
        </Allowed>
      }
    />
    <Route path="*" element={<NotFoundPage />} />
  </Routes>
);

function useBackToList(): () => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return () => {
    void client.invalidateQueries();
    navigate("/pages");
  };
}

function NewPage() {
  const t = useText();
  const back = useBackToList();
  return (
    <Page title={t("content.create")} width={960} above={<BackTo path="/pages" label={t("content.title")} />}>
      <PageForm page={null} onDone={back} />
    </Page>
  );
}

function OnePage() {
  const t = useText();
  const api = useApi();
  const back = useBackToList();
  const { id = "" } = useParams();
  const { data, error, isPending } = useQuery({
    queryKey: ["page", id],
    queryFn: () => api("pages.show", { id }),
    // What is being typed is held against the state that was read.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
    retry: false,
  });
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />;
  if (error) return <Problem error={error} />;
  if (isPending) return <Loading lines={8} />;
  const { source } = data;
  return (
    <Page
      title={source.es?.name ?? source.pt?.name ?? source.externalId}
      width={960}
      above={<BackTo path="/pages" label={t("content.title")} />}
    >
      <PageForm page={data} onDone={back} />
    </Page>
  );
}
