import { mailboxPattern } from "@paseo/contract/limits";
import Type from "typebox";
import { readBrand } from "../../domain/operators/brand.ts";
import { brandColours, contrastsOf, minTextContrast } from "../../domain/operators/brand-colours.ts";
import { photoId } from "../../records/photo-names.ts";
import { nullable, oneLine, text } from "../../records/schemas.ts";
import { saveBrand, storedBrand } from "../../store/operators/brand.ts";
import { insertPhoto, missingPhotos, photoSource } from "../../store/photos/photos.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { badRequest } from "../../web/problems.ts";
import { invalidFields } from "../editing/changing.ts";
import { maxUploadBytes } from "../editing/exchange-operations.ts";
import { type PhotoAnswer, photoTypes, StoredPhoto, wholePhoto } from "../editing/photo-operations.ts";
import { officeRoles, operation } from "../operation.ts";

/** The operator's logo and colour, and how guests reach it: on every page, e-mail and voucher. */

const colour = Type.String({ pattern: "^#[0-9A-Fa-f]{6}$", description: "`#rrggbb`." });

const Accent = Type.Object({
  accent: Type.String({ description: "Links and buttons." }),
  onAccent: Type.String({ description: "Text on `accent`." }),
  soft: Type.String({ description: "Ground of what is selected." }),
  strong: Type.String({ description: "Text on `soft`." }),
});
const Colours = Type.Object({
  band: Type.String({ description: "Ground of the bars." }),
  onBand: Type.String({ description: "Text on `band`." }),
  onBandSoft: Type.String({ description: "Less important text on `band`." }),
  deep: Type.String({ description: "A ground on the band." }),
  strip: Type.String({ description: "The line below the band." }),
  light: Accent,
  dark: Accent,
});
const Logo = Type.Object({
  id: Type.String({ pattern: photoId.source, description: "Id of its photo." }),
  width: Type.Integer(),
  height: Type.Integer(),
  ground: nullable(
    Type.Enum(["light", "dark"]),
    "The ground on which a transparent logo can be read; null for an opaque logo.",
  ),
});

const phone = /^\+?[0-9][0-9 ()./-]{3,38}$/;
const ownName = nullable(
  Type.String({ maxLength: 100, pattern: oneLine }),
  "The name that guests and partners read. Null: the setting OPERATOR_NAME.",
);
const Contact = {
  taxNumber: nullable(
    Type.String({ maxLength: 60, pattern: oneLine }),
    "The tax number as vouchers print it, with the name of the number: `NIF B00000000`.",
  ),
  email: nullable(Type.String({ pattern: mailboxPattern, maxLength: 254 }), "E-mail address for guests."),
  dayPhone: nullable(
    Type.String({ maxLength: 40, pattern: phone.source }),
    "The telephone that somebody answers while events run.",
  ),
};

export const brandOperations = [
  operation({
    id: "brand.show",
    method: "GET",
    path: "/brand",
    summary: "Read the operator's name, logo and colours, which every page shows",
    roles: "anyone",
    response: Type.Object({
      name: text,
      logo: nullable(Logo),
      colours: nullable(Colours, "Null: the operator chose no colour."),
    }),
    async run({ service: { db, config } }) {
      const { name, logo, colours } = await readBrand(db, config);
      return { name, logo, colours };
    },
  }),
  operation({
    id: "brand.settings",
    method: "GET",
    path: "/brand/settings",
    summary: "Read the name, the logo, the colour and the contact as an owner set them",
    roles: officeRoles,
    response: Type.Object({
      name: ownName,
      logo: nullable(Type.String()),
      colour: nullable(Type.String()),
      ...Contact,
    }),
    async run({ service: { db } }) {
      const { logo, ...rest } = await storedBrand(db);
      return { ...rest, logo: logo?.id ?? null };
    },
  }),
  operation({
    id: "brand.colours",
    method: "GET",
    path: "/brand/colours",
    summary: "Compute the shades that follow from a colour, and how well the colour itself can be read",
    roles: ["owner"],
    query: Type.Object({ colour }),
    response: Type.Object({
      colours: Colours,
      contrasts: Type.Object(
        {
          band: Type.Number({ description: "Of the better of white and dark text on the colour." }),
          light: Type.Number({ description: "Of the colour as text on a light page." }),
          dark: Type.Number({ description: "Of the colour as text on a dark page." }),
        },
        { description: "Contrasts of the colour itself, 1 to 21." },
      ),
      least: Type.Number({ description: "The contrast that a text needs." }),
    }),
    run: async ({ query }) => ({
      colours: brandColours(query.colour),
      contrasts: contrastsOf(query.colour),
      least: minTextContrast,
    }),
  }),
  operation({
    id: "brand.addLogo",
    method: "POST",
    path: "/brand/logo",
    summary: "Store an image that `brand.update` can choose as the logo. SVG is refused",
    roles: ["owner"],
    upload: { types: photoTypes, maxBytes: maxUploadBytes },
    response: StoredPhoto,
    async run({ file, now, change }): Promise<PhotoAnswer> {
      const { PhotoRefused, readPhoto } = await import("../../domain/photos/images.ts");
      const { source, ...photo } = await readPhoto(file.bytes, wholePhoto, "logo").catch((error) => {
        throw error instanceof PhotoRefused ? badRequest("logo-refused", error.message) : error;
      });
      await change({ subject: photo.id }, (tx) => insertPhoto(tx, { id: photo.id, source, now }));
      return photo;
    },
  }),
  operation({
    id: "brand.update",
    method: "PUT",
    path: "/brand",
    summary: "Choose the operator's name, logo, colour and contact. Null removes one",
    roles: ["owner"],
    body: Type.Object({
      name: ownName,
      logo: nullable(Type.String({ pattern: photoId.source }), "Id of a stored image."),
      colour: nullable(colour),
      ...Contact,
    }),
    async run({ service: { db, config }, body, change }) {
      const { logo: id, ...rest } = body;
      const { logo: formerLogo, ...former } = await storedBrand(db);
      const before = { logo: formerLogo?.id ?? null, ...former };
      const logo = id === null ? null : id === formerLogo?.id ? formerLogo : { id, ground: await groundOf(id) };
      await change({ subject: "brand", before, after: body }, async (tx) => {
        if (id !== null && (await missingPhotos(tx, [id])).length > 0) throw noLogo();
        await saveBrand(tx, { ...rest, logo });
      });
      await config.readNameAgain();

      async function groundOf(id: string) {
        const source = await photoSource(db, id);
        if (!source) throw noLogo();
        const { logoBackground } = await import("../../domain/photos/images.ts");
        return logoBackground(source);
      }
    },
  }),
];

const noLogo = () => invalidFields([{ pointer: "/logo", ...refusal("image-gone") }]);
