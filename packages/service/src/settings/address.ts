import { defineSetting, wholeNumberSetting } from "./setting.ts";

/** Settings of the address and ports to listen on. */
export const addressSettings = {
  PORT: wholeNumberSetting(8080, 0, 65_535, "TCP port to listen on. 0 picks a free port."),
  HOST: defineSetting<string>({
    default: "127.0.0.1",
    accepts: "a host name or an IP address",
    description: "Address to listen on. `0.0.0.0` or `::` listens on all addresses.",
    read: (text) => (/^[A-Za-z0-9._:%-]+$/.test(text) ? text : undefined),
  }),
  PROBE_PORT: defineSetting<number | undefined>({
    default: undefined,
    accepts: "a whole number from 1 to 65535",
    description:
      "TCP port of `/healthz`, `/readyz` and `/metrics`, which then answer nowhere else. Probes there do not wait behind partners that connect. The only port of `paseo work`.",
    read: (text) => (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535 ? Number(text) : undefined),
  }),
};
