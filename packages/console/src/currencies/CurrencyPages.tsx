import { Route, Routes } from "react-router";
import { Allowed, NotFoundPage } from "../frame/pages.tsx";
import { CurrencyList } from "./CurrencyList.tsx";
import { CurrencyPage, NewCurrencyPage } from "./CurrencyPage.tsx";
import { EcbPage } from "./EcbPage.tsx";

/** The pages of currencies and their rates. */
export const CurrencyPages = () => (
  <Routes>
    <Route
      index
      element={
        <Allowed right="currencies.list">
          <CurrencyList />
        </Allowed>
      }
    />
    <Route
      path="create"
      element={
        <Allowed right="currencies.create">
          <NewCurrencyPage />
        </Allowed>
      }
    />
    <Route
      path="ecb"
      element={
        <Allowed right="currencies.ecb">
          <EcbPage />
        </Allowed>
      }
    />
    <Route
      path=":code"
      element={
        <Allowed right="currencies.show">
          <CurrencyPage />
        </Allowed>
      }
    />
    <Route path="*" element={<NotFoundPage />} />
  </Routes>
);
