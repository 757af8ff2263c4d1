import Type from "typebox";
import { fetchPhotoFile, PhotoAddressRefused } from "../../domain/photos/address.ts";
import type { Crop } from "../../domain/photos/images.ts";
import { photoId } from "../../records/photo-names.ts";
import { insertPhoto, photoSource } from "../../store/photos/photos.ts";
import { badRequest } from "../../web/problems.ts";
import { type AdminCall, operation, requireRecord } from "../operation.ts";
import { catalogueRoles } from "./changing.ts";
import { maxUploadBytes } from "./exchange-operations.ts";

/** Photos of products. */

const pixels = (minimum: number, description: string) => Type.Integer({ minimum, maximum: 100_000, description });

export const StoredPhoto = Type.Object({
  id: Type.String({ pattern: photoId.source, description: "Id of the photo. A product's `photos` refer to it." }),
  width: Type.Integer({ description: "In pixels, as stored." }),
  height: Type.Integer({ description: "In pixels, as stored." }),
});

export type PhotoAnswer = Type.Static<typeof StoredPhoto>;

export const photoTypes = ["image/jpeg", "image/png", "image/webp", "image/avif"];
const all = Number.MAX_SAFE_INTEGER;
export const wholePhoto: Crop = { left: 0, top: 0, width: all, height: all };

export const photoOperations = [
  operation({
    id: "photos.add",
    method: "POST",
    path: "/photos",
    summary: "Store a photo for products, upright and without metadata",
    roles: catalogueRoles,
    upload: { types: photoTypes, maxBytes: maxUploadBytes },
    response: StoredPhoto,
    run: (call) => store(call, call.file.bytes, wholePhoto),
  }),
  operation({
    id: "photos.fetch",
    method: "POST",
    path: "/photos/fetch",
    summary: "Store the photo at an https address",
    roles: catalogueRoles,
    body: Type.Object({
      address: Type.String({
        minLength: 1,
        maxLength: 2000,
        description: "Address of the image file. A page that shows the photo is refused.",
      }),
    }),
    response: StoredPhoto,
    async run(call) {
      const allowPrivate = call.service.config.callbackAllowPrivate;
      const bytes = await fetchPhotoFile(call.body.address, { maxBytes: maxUploadBytes, allowPrivate }).catch(
        (error) => {
          throw error instanceof PhotoAddressRefused ? badRequest("photo-address-refused", error.message) : error;
        },
      );
      return store(call, bytes, wholePhoto);
    },
  }),
  operation({
    id: "photos.crop",
    method: "POST",
    path: "/photos/{id}/crop",
    summary: "Store a part of a stored photo as a photo of its own",
    roles: catalogueRoles,
    body: Type.Object({
      left: pixels(0, "Left edge of the part, in pixels of the stored photo."),
      top: pixels(0, "Top edge of the part."),
      width: pixels(1, "Width of the part."),
      height: pixels(1, "Height of the part."),
    }),
    response: StoredPhoto,
    run: async (call) =>
      store(call, requireRecord(await photoSource(call.service.db, call.params.id!), "photo"), call.body),
  }),
];

async function store(
  { now, change }: Pick<AdminCall<never, never>, "now" | "change">,
  bytes: Uint8Array,
  crop: Crop,
): Promise<unknown> {
  const { PhotoRefused, readPhoto } = await import("../../domain/photos/images.ts");
  const { source, ...photo } = await readPhoto(bytes, crop).catch((error) => {
    throw error instanceof PhotoRefused ? badRequest("photo-refused", error.message) : error;
  });
  await change({ subject: photo.id }, (tx) => insertPhoto(tx, { id: photo.id, source, now }));
  return photo;
}
