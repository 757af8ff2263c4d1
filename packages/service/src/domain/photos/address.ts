import { resolveUrl } from "../../outgoing/addresses.ts";
import { downloadFile } from "../../outgoing/request.ts";
import { type FieldRefusal, refusal, refusedAddress } from "../../texts/field-refusals.ts";

/** Photos at an address that an operator gives. */

/** The address returns no file. */
export class PhotoAddressRefused extends Error {
  override name = "PhotoAddressRefused";
  readonly refused: FieldRefusal;
  constructor(refused: FieldRefusal) {
    super(refused.detail);
    this.refused = refused;
  }
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
  if (!allowPrivate && !/^https:/i.test(address)) throw new PhotoAddressRefused(refusal("photo-not-https"));
  const answer = await downloadFile({
    url: address,
    headers: { accept: "image/avif, image/webp, image/png, image/jpeg" },
    timeoutMs,
    maxAnswerBytes: maxBytes,
    allowPrivate,
  });
  if (answer.outcome === "failed") {
    const checked = answer.reason.startsWith("refused-") ? await resolveUrl(address, { allowPrivate }) : null;
    throw new PhotoAddressRefused(
      checked && "fault" in checked
        ? refusedAddress(checked.fault, address)
        : refusal("photo-not-read", { why: answer.detail }),
    );
  }
  if (answer.status >= 300 && answer.status < 400) throw new PhotoAddressRefused(refusal("photo-moved"));
  if (answer.status !== 200) throw new PhotoAddressRefused(refusal("photo-status", { status: answer.status }));
  if (answer.cut) throw new PhotoAddressRefused(refusal("photo-too-large", { most: maxBytes / 1_048_576 }));
  return answer.bytes;
}
