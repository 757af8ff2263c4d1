import { defineSetting, wholeNumberSetting } from "./setting.ts";

/** Settings of stored secrets and personal data. */
export const privacySettings = {
  SECRETS_KEY: defineSetting<Buffer | undefined>({
    default: undefined,
    accepts: "32 bytes in base64, such as `openssl rand -base64 32` prints",
    description:
      "Key that encrypts the stored secrets of partners, suppliers and operators. Unset: they are stored unencrypted.",
    read: (text) => (text.includes(",") ? undefined : readKeys(text)?.[0]),
    secret: true,
  }),
  SECRETS_KEY_FORMER: defineSetting<Buffer[] | undefined>({
    default: undefined,
    accepts: "keys of 32 bytes in base64, with commas between them",
    description: "Further keys that stored secrets may be encrypted with. Set it while you replace the key.",
    read: readKeys,
    secret: true,
  }),
  PERSONAL_DATA_DAYS: wholeNumberSetting(
    90,
    1,
    3650,
    "Days after the event at which e-mail, telephone, IP address and answers of an order are erased.",
  ),
};

const keyBytes = 32;

/** Keys in base64 or base64url, separated by commas. */
function readKeys(text: string): Buffer[] | undefined {
  const keys = text.split(",").map((part) => {
    const key = part.trim();
    return /^[A-Za-z0-9+/_-]{43}=?$/.test(key) ? Buffer.from(key, "base64") : undefined;
  });
  return keys.every((key) => key?.length === keyBytes) ? (keys as Buffer[]) : undefined;
}
