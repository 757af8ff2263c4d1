import { firstTable } from "./i18n/tables.ts";
import { myRights } from "./session/session.ts";

/** Requests what the first page needs while the large scripts still load: the texts, the operator, the overview. */

// Errors are ignored here: the page that uses an answer handles its errors.
const ignored = () => {};
firstTable.catch(ignored);
myRights().catch(ignored);
if (/^#?\/?$/.test(location.hash)) import("./dashboard/Dashboard.tsx").catch(ignored);
void import("./main.tsx");
