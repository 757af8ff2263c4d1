import { Allowed } from "../frame/pages.tsx";
import { ExchangePage } from "./ExchangePage.tsx";

/** The page of imports and exports. */
export const ExchangePages = () => (
  <Allowed right="catalogue.export">
    <ExchangePage />
  </Allowed>
);
