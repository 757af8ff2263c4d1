import sharp, { type Sharp } from "sharp";
import { type PhotoFile, photoIdOf } from "../../records/photo-names.ts";

/** Images as bytes. Import this module on demand: the library takes 20 MB. */

/** The file is no photo that can be stored. The message is a sentence for its owner. */
export class PhotoRefused extends Error {
  override name = "PhotoRefused";
}

/** A part of an upright photo, in pixels from the left and from the top. */
export interface Crop {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The photo as upright WebP without metadata. */
export interface Photo {
  id: string;
  width: number;
  height: number;
  source: Uint8Array;
}

/** A small file can unpack to an image of any size, so the size is checked first. */
const maxPixels = 60_000_000;
/** Minimum pixels of each side. A smaller photo is blurred on any screen; a logo is shown smaller, and can be a long line. */
const leastSides = { photo: 200, logo: 40 };
/** Longest side of a stored image. */
const maxSide = 2560;
const formats = ["jpeg", "png", "webp", "heif"];

// Photos use one thread, because bookings need the machine too.
sharp.concurrency(1);
sharp.cache(false);
// An SVG can unpack to any amount of work before its format is known.
sharp.block({ operation: ["VipsForeignLoadSvg"] });

/** Reads a part of a photo or logo. Throws PhotoRefused. */
export async function readPhoto(
  bytes: Uint8Array,
  crop: Crop,
  kind: keyof typeof leastSides = "photo",
): Promise<Photo> {
  const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" });
  const { format, autoOrient: size } = await image.metadata().catch(refuse);
  if (!formats.includes(format))
    throw new PhotoRefused(`The file is ${format.toUpperCase()}. JPEG, PNG, WebP and AVIF are accepted.`);
  const part = partOf(size, crop);
  const leastSide = leastSides[kind];
  if (part.width < leastSide || part.height < leastSide)
    throw new PhotoRefused(
      `The photo has ${part.width} × ${part.height} pixels. Each side needs at least ${leastSide}.`,
    );
  return photoOf(image.autoOrient().extract(part));
}

/** Returns the photo in another width, unless the photo is narrower. */
export async function resizePhoto(source: Uint8Array, { width, format }: PhotoFile): Promise<Uint8Array> {
  const image = sharp(source).resize({ width, withoutEnlargement: true });
  return (
    format === "avif"
      ? image.avif({ quality: 55, effort: 2 })
      : format === "webp"
        ? image.webp({ quality: 78 })
        : format === "png"
          ? image.png()
          : // JPEG has no transparency, which would become black.
            image.flatten({ background: "#ffffff" }).jpeg({ quality: 80, mozjpeg: true })
  ).toBuffer();
}

/** Light pixels of a logo are legible on a dark background only. */
const lightLuma = 160;

/** Returns the background on which a transparent logo is legible; null if the logo is opaque. */
export async function logoBackground(source: Uint8Array): Promise<"light" | "dark" | null> {
  const small = sharp(source).resize({ width: 64, height: 64, fit: "inside" }).ensureAlpha();
  const pixels = await small.raw().toBuffer();
  let [weight, sum, opaque] = [0, 0, true];
  for (let at = 0; at < pixels.length; at += 4) {
    const [red, green, blue, alpha] = pixels.subarray(at, at + 4) as unknown as [number, number, number, number];
    weight += alpha;
    sum += alpha * (0.2126 * red + 0.7152 * green + 0.0722 * blue);
    opaque &&= alpha > 250;
  }
  if (opaque) return null;
  return weight > 0 && sum / weight > lightLuma ? "dark" : "light";
}

async function photoOf(image: Sharp): Promise<Photo> {
  const { data, info } = await image
    .resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 90 })
    .toBuffer({ resolveWithObject: true })
    .catch(refuse);
  const { width, height } = info;
  return { id: photoIdOf(data, info), width, height, source: data };
}

/** Limits a part of the photo to the photo's edges. */
function partOf({ width, height }: { width: number; height: number }, crop: Crop): Crop {
  const left = Math.min(width - 1, crop.left);
  const top = Math.min(height - 1, crop.top);
  return { left, top, width: Math.min(width - left, crop.width), height: Math.min(height - top, crop.height) };
}

function refuse(error: unknown): never {
  // The library reports this error by its message only.
  if (/pixel limit/i.test(String(error)))
    throw new PhotoRefused(`The photo has more than ${maxPixels / 1_000_000} million pixels.`);
  throw new PhotoRefused("The file is no photo, or it is damaged. JPEG, PNG, WebP and AVIF are accepted.");
}
