import type { Photo } from "@paseo/contract";
import { photoSources } from "../records/photo-names.ts";
import { type Html, html } from "./html.ts";
import type { Visit } from "./visit.ts";

/** Photos as pictures in AVIF and WebP, with the space that they take reserved. */

interface PictureOptions {
  /** How wide the picture is shown, for the attribute `sizes`. */
  sizes: string;
  /** The largest picture of the first view, which loads first. */
  first?: boolean;
  /** Beside the photo's own text: what the picture shows. Empty: nothing that the text beside it does not say. */
  alt?: string;
}

type ShownPhoto = Pick<Photo, "sources" | "width" | "height" | "focusX" | "focusY" | "alt">;

const setOf = ({ sources }: Pick<Photo, "sources">, type: string): string =>
  sources
    .filter((source) => source.type === type)
    .map(({ url, width }) => `${url} ${width}w`)
    .join(", ");

/** The address of a photo as large as a screen. */
export const largest = ({ sources }: Pick<Photo, "sources">): string | undefined =>
  sources
    .filter(({ type, width }) => type === "image/webp" && width <= 1280)
    .sort((one, other) => other.width - one.width)[0]?.url;

/** The content policy refuses inline styles, so the point that stays visible has one of a few classes. */
const focusClasses = ({ focusX, focusY }: Pick<Photo, "focusX" | "focusY">): string =>
  focusX === null && focusY === null
    ? ""
    : ` fx${Math.round((focusX ?? 50) / 10)} fy${Math.round((focusY ?? 50) / 10)}`;

export function picture(photo: ShownPhoto, { sizes, first = false, alt = photo.alt ?? "" }: PictureOptions): Html {
  const { width, height } = photo;
  return html`<picture><source type="image/avif" srcset="${setOf(photo, "image/avif")}" sizes="${sizes}"><source type="image/webp" srcset="${setOf(photo, "image/webp")}" sizes="${sizes}"><img class="photo${focusClasses(photo)}" src="${largest(photo)}" width="${width}" height="${height}" alt="${alt}"${
    first ? html` fetchpriority="high"` : html` loading="lazy" decoding="async"`
  }></picture>`;
}

/** Makes the browser load the first picture before it has read the page. */
export const preload = (photo: ShownPhoto | null, sizes: string): Html | null =>
  photo &&
  html`<link rel="preload" as="image" type="image/avif" imagesrcset="${setOf(photo, "image/avif")}" imagesizes="${sizes}" fetchpriority="high">`;

/** In place of a missing photo. */
export const noPhoto = (name: string): Html =>
  html`<span class="photo nophoto" aria-hidden="true">${[...name][0] ?? ""}</span>`;

/** Address of a photo for other services, which may not read AVIF. */
export const photoAddress = (photo: ShownPhoto | null, origin: string): string | null => {
  const url = photo && largest(photo);
  return url ? `${origin}${url}` : null;
};

/** Returns the logo of a site, else of the operator. */
export function logoOf({ site, brand }: Pick<Visit, "site" | "brand">) {
  const id = site.settings.logo ?? brand.logo?.id;
  if (id === undefined) return null;
  const { width, height, sources } = photoSources(id);
  const url = sources.filter(({ type }) => type === "image/webp").at(0)?.url;
  // Shown at a height of 40 pixels: the smallest file has enough.
  return url === undefined
    ? null
    : { url, width, height, ground: site.settings.logo ? null : (brand.logo?.ground ?? null) };
}
