import { defineSetting, oneOfSetting } from "./setting.ts";

const secondFactors = ["optional", "required"] as const;

/** Settings of the operator's name and contact, and of operators' sign-in. */
export const operatorSettings = {
  PUBLIC_URL: defineSetting<string | undefined>({
    default: undefined,
    accepts: "an http or https address without query",
    description: "Public address of this service, for vouchers and links in e-mails. Unset: `http://HOST:PORT`.",
    // In ASCII, as URIs of calendars and e-mails are: `https://münchen.example` has another spelling there.
    read: (text) => (isPublicUrl(text) ? new URL(text).href.replace(/\/+$/, "") : undefined),
  }),
  PROJECT_URL: defineSetting<string | undefined>({
    default: undefined,
    accepts: "an http or https address without query",
    description:
      "Where partners get a copy of the project, for a demo on their own machine. The partner guide links it.",
    read: (text) => (isPublicUrl(text) ? text : undefined),
  }),
  OPERATOR_NAME: defineSetting<string>({
    default: "Paseo",
    accepts: "a text of at most 100 characters",
    description: "Operator name on pages, on vouchers and in e-mails, until an owner enters one in the console.",
    read: (text) => (text.length <= 100 && !/\p{Cc}/u.test(text) ? text : undefined),
  }),
  OPERATOR_PHONE: defineSetting<string | undefined>({
    default: undefined,
    accepts: "a telephone number of at most 40 characters",
    description: "Operator's telephone number on vouchers, for travellers.",
    read: (text) => (/^\+?[0-9][0-9 ()./-]{3,38}$/.test(text) ? text : undefined),
  }),
  SECOND_FACTOR: oneOfSetting(
    "optional",
    secondFactors,
    "`required`: an operator without a second factor must set one up at the next sign-in.",
  ),
};

function isPublicUrl(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !/[?#]/.test(text)
  );
}
