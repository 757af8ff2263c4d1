import type { OctoTexts } from "../shape.ts";

export const octoTexts: OctoTexts = {
  cutoff: (hours) => (hours === 0 ? "Until the start" : `${hours} ${hours === 1 ? "hour" : "hours"} before the start`),
  tax: "Tax included",
  hotelUnknown: "Not named by the channel",
};
