import { firstTextTable } from "./i18n/tables.ts";
import { readOperatorRights } from "./session/session.ts";

/** Requests what the first page needs while the large scripts still load: the texts, the operator, the overview. */

// Errors are ignored here: the page that uses an answer handles its errors.
const ignored = () => {};
firstTextTable.catch(ignored);
readOperatorRights().catch(ignored);
if (/^#?\/?$/.test(location.hash)) import("./dashboard/Dashboard.tsx").catch(ignored);
void import("./main.tsx");
