import { walkIn } from "./walk-in.ts";

walkIn(["en"]);
