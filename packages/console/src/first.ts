import { firstTable } from "./i18n/tables.ts";
import { myRights } from "./session/session.ts";

/** Requests what the first page needs while the large scripts still load: the texts, the operator, the overview. */

// The page that needs the answer handles errors.
const ignored = () => {};
firstTable.catch(ignored);
myRights().catch(ignored);
if (/^#?\/?$/.test(location.hash)) import("./dashboard/Dashboard.tsx").catch(ignored);
void import("./main.tsx");
