import { createCipheriv, createHmac, timingSafeEqual } from "node:crypto";

/**
 * Signatures of Redsys. HMAC_SHA256_V1: "Guía de migración a firma HMAC SHA256", RS.TE.CEL.MAN.0001. HMAC_SHA512_V2: "Firmar una
 * operación", pagosonline.redsys.es.
 */

export const signatureVersions = ["HMAC_SHA512_V2", "HMAC_SHA256_V1"] as const;
export type SignatureVersion = (typeof signatureVersions)[number];

/** Signs a text with the terminal's key, which is diversified by the order's number. Returns bytes. */
export function redsysSignature(version: SignatureVersion, key: string, order: string, text: string): Buffer {
  return version === "HMAC_SHA256_V1"
    ? createHmac("sha256", tripleDes(key, order)).update(text).digest()
    : createHmac("sha512", aes(key, order)).update(text).digest();
}

/** The key is Base64 of 24 bytes. The order is filled with zeros to whole blocks. */
function tripleDes(key: string, order: string): Buffer {
  const cipher = createCipheriv("des-ede3-cbc", Buffer.from(key, "base64"), Buffer.alloc(8)).setAutoPadding(false);
  const blocks = Buffer.alloc(Math.ceil(order.length / 8) * 8);
  blocks.write(order, "latin1");
  return Buffer.concat([cipher.update(blocks), cipher.final()]);
}

/** The key's first 16 characters are the cipher's key, and the result in Base64 is the key of the signature. */
function aes(key: string, order: string): string {
  const cipher = createCipheriv("aes-128-cbc", key.slice(0, 16).padEnd(16, "0"), Buffer.alloc(16));
  return Buffer.concat([cipher.update(order, "latin1"), cipher.final()]).toString("base64");
}

/** A request or answer of Redsys: parameters, and their signature. */
export interface SignedParameters {
  Ds_SignatureVersion: string;
  Ds_MerchantParameters: string;
  Ds_Signature: string;
}

export function signParameters(
  version: SignatureVersion,
  key: string,
  order: string,
  parameters: Record<string, string>,
): SignedParameters {
  const encoding = version === "HMAC_SHA256_V1" ? "base64" : "base64url";
  const encoded = Buffer.from(JSON.stringify(parameters)).toString(encoding);
  return {
    Ds_SignatureVersion: version,
    Ds_MerchantParameters: encoded,
    Ds_Signature: redsysSignature(version, key, order, encoded).toString(encoding),
  };
}

/** Whether the parameters of an order are signed with the key. The signature is in Base64 of either alphabet. */
export function isSigned(key: string, order: string, signed: SignedParameters): boolean {
  const version = signatureVersions.find((one) => one === signed.Ds_SignatureVersion);
  if (version === undefined) return false;
  const expected = redsysSignature(version, key, order, signed.Ds_MerchantParameters);
  const given = Buffer.from(signed.Ds_Signature, "base64");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
