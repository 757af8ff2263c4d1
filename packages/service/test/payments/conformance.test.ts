import { paymentBenches } from "./benches.ts";
import { conformance } from "./conformance.ts";

conformance(paymentBenches);
