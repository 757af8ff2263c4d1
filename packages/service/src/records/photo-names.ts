import { createHash } from "node:crypto";
import type { Photo } from "@paseo/contract";

/** Names of photos and of the files made of them. */

/** Widths in pixels in which a photo is served. A smaller photo is not enlarged. */
const photoWidths = [320, 640, 1280, 1920];
/**
 * Formats in the order in which a page offers them: browsers use the first format that they support. JPEG is for
 * channels that support no other format.
 */
const photoFormats = ["avif", "webp", "jpeg"] as const;
type PhotoFormat = (typeof photoFormats)[number] | "png";
/** For the operator's logo in vouchers and e-mails, which read no WebP and keep its transparency. In one width, because it is large. */
const png: PhotoFile = { width: 320, format: "png" };

/** An id: the hash of the photo, its width and its height. */
export const photoId = /^[0-9a-f]{64}-(\d{1,4})x(\d{1,4})$/;

export const photoIdOf = (source: Uint8Array, { width, height }: { width: number; height: number }): string =>
  `${createHash("sha256").update(source).digest("hex")}-${width}x${height}`;

/** A file of a photo: `640.webp`. */
export interface PhotoFile {
  width: number;
  format: PhotoFormat;
}

export const photoFileName = ({ width, format }: PhotoFile): string => `${width}.${format}`;

const files: PhotoFile[] = photoFormats.flatMap((format) => photoWidths.map((width) => ({ width, format })));
const filesByName = new Map([...files, png].map((file) => [photoFileName(file), file]));

/** Returns the file of this name; undefined if photos have none. */
export const photoFileNamed = (name: string): PhotoFile | undefined => filesByName.get(name);

/** Returns the size of a photo, and the addresses of its files at this service. */
export function photoSources(id: string): Pick<Photo, "width" | "height" | "sources"> {
  const { width, height } = photoSize(id);
  // The first width that is at least the photo's width contains the photo in its original size.
  const largest = photoWidths.find((one) => one >= width) ?? width;
  const sources = files
    .filter(({ width, format }) => width <= largest && format !== "jpeg")
    .map((file) => ({
      url: `/photos/${id}/${photoFileName(file)}`,
      type: `image/${file.format}`,
      width: Math.min(file.width, width),
    }));
  return { width, height, sources };
}

export const pngFileName = photoFileName(png);

/** Returns the width and height of a stored photo, in pixels. */
export function photoSize(id: string): { width: number; height: number } {
  const [, width, height] = photoId.exec(id)!.map(Number) as [number, number, number];
  return { width, height };
}

/** Returns the address of a photo at this service for a channel that reads JPEG only. */
export const jpegAddress = (id: string): string => `/photos/${id}/${photoFileName({ width: 1280, format: "jpeg" })}`;
