import { Navigate, Route, Routes } from "react-router";
import { NotFoundPage } from "../frame/pages.tsx";
import { AccessPage } from "./AccessPage.tsx";
import { AccountPage } from "./AccountPage.tsx";
import { OwnAllotmentPage, OwnAllotmentsPage } from "./OwnAllotments.tsx";
import { OwnMessagePage, OwnMessagesPage } from "./OwnMessages.tsx";
import { OwnOrderPage } from "./OwnOrderPage.tsx";
import { OwnOrdersPage } from "./OwnOrders.tsx";
import { OwnStatementPage, OwnStatementsPage } from "./OwnStatements.tsx";
import { OwnTermsPage } from "./OwnTerms.tsx";
import { RequestsPage } from "./RequestsPage.tsx";

/** The pages of a person of a partner. They are one script, because nobody else needs any of them. */
export const OwnPages = () => (
  <Routes>
    <Route index element={<Navigate to="account" replace />} />
    <Route path="account" element={<AccountPage />} />
    <Route path="orders" element={<OwnOrdersPage />} />
    <Route path="orders/:id" element={<OwnOrderPage />} />
    <Route path="statements" element={<OwnStatementsPage />} />
    <Route path="statements/:id" element={<OwnStatementPage />} />
    <Route path="terms" element={<OwnTermsPage />} />
    <Route path="allotments" element={<OwnAllotmentsPage />} />
    <Route path="allotments/:id" element={<OwnAllotmentPage />} />
    <Route path="messages" element={<OwnMessagesPage />} />
    <Route path="messages/:id" element={<OwnMessagePage />} />
    <Route path="requests" element={<RequestsPage />} />
    <Route path="access" element={<AccessPage />} />
    <Route path="*" element={<NotFoundPage />} />
  </Routes>
);
