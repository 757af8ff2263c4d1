import { downloadFile } from "../../outgoing/request.ts";

/** Photos at an address that an operator gives. */

/** The address returns no file. The message is a sentence for the operator. */
export class PhotoAddressRefused extends Error {
  override name = "PhotoAddressRefused";
}

const timeoutMs = 20_000;

interface FetchOptions {
  /** Maximum number of bytes of the file. */
  maxBytes: number;
  /** Whether private addresses and http may be called, as in development. */
  allowPrivate: boolean;
}

/** Reads the file at an https address. Throws PhotoAddressRefused. */
export async function fetchPhotoFile(address: string, { maxBytes, allowPrivate }: FetchOptions): Promise<Uint8Array> {
  if (!allowPrivate && !/^https:/i.test(address))
    throw new PhotoAddressRefused("The address does not begin with https://.");
  const answer = await downloadFile({
    url: address,
    headers: { accept: "image/avif, image/webp, image/png, image/jpeg" },
    timeoutMs,
    maxAnswerBytes: maxBytes,
    allowPrivate,
  });
  if (answer.outcome === "failed") throw new PhotoAddressRefused(answer.detail);
  if (answer.status >= 300 && answer.status < 400)
    throw new PhotoAddressRefused(
      "The address leads to another one. Open it in a browser and copy the address of the photo.",
    );
  if (answer.status !== 200) throw new PhotoAddressRefused(`The host answered with the status ${answer.status}.`);
  if (answer.cut) throw new PhotoAddressRefused(`The file has more than ${maxBytes / 1_048_576} MB.`);
  return answer.bytes;
}
