import { Card } from "@mui/material";
import { useLocation } from "react-router";
import { pageTitleOf } from "../../frame/menu.ts";
import { type TextKey, useText } from "../../i18n/index.ts";
import { TwoColumns } from "./layout.tsx";
import { Page } from "./Page.tsx";
import { Loading } from "./states.tsx";

/** Placeholder while a script or record loads: the page's title above the outline of a list, or of a record with its actions. */
export function PageLoading() {
  const t = useText() as (key: TextKey) => string;
  const { pathname } = useLocation();
  const [main, aside] = [10, 4].map((lines) => (
    <Card key={lines} sx={{ p: 2 }}>
      <Loading lines={lines} />
    </Card>
  ));
  const isRecord = pathname.split("/").length > 2;
  return (
    <Page title={t(pageTitleOf(pathname))}>
      {isRecord ? (
        <TwoColumns>
          {main}
          {aside}
        </TwoColumns>
      ) : (
        main
      )}
    </Page>
  );
}
