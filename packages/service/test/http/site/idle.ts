import { LastHour } from "../../../src/http/site/documentation/last-hour.ts";

/** The last hour of a service without a request. */
export const idle = new LastHour(async () => "");
