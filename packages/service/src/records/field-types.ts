import { mapLanguages } from "@paseo/contract/codes";
import { limits } from "@paseo/contract/limits";
import Type from "typebox";

/** Types of the fields of a catalogue file. */

export const noFurtherFields = { additionalProperties: false };

export const textField = (maxLength: number, annotations: object = {}) =>
  Type.String({ minLength: 1, maxLength, ...annotations });

export const codeField = (annotations: object = {}) =>
  textField(limits.code, { pattern: "^[A-Za-z0-9][A-Za-z0-9_.-]*$", ...annotations });

export const wholeField = (minimum: number, maximum: number, annotations: object = {}) =>
  Type.Integer({ minimum, maximum, ...annotations });

/** Texts by language. */
export const textsField = (maxLength: number, annotations: object = {}) =>
  Type.Object(
    mapLanguages(() => Type.Optional(textField(maxLength))),
    { additionalProperties: false, byLanguage: true, ...annotations },
  );

/** A list of texts by language. */
export const textListField = (annotations: object) =>
  Type.Optional(Type.Array(textsField(300, { minProperties: 1 }), { minItems: 1, maxItems: 30, ...annotations }));
