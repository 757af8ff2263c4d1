import * as Type from "typebox";

/** Fields with a description, of which records are made. */

const guid = "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$";

/** Unique identifier: read in any letter case, written in lower case. */
export const identifierField = (description: string, options: Type.TStringOptions = {}) =>
  Type.String({ format: "uuid", pattern: guid, description, ...options });
export const textField = (description: string, options: Type.TStringOptions = {}) =>
  Type.String({ description, ...options });
export const flagField = (description: string) => Type.Boolean({ description });
export const wholeNumberField = (description: string, options: Type.TNumberOptions = {}) =>
  Type.Integer({ description, ...options });
export const oneOfField = <const T extends string[]>(values: [...T], description: string) =>
  Type.Enum(values, { description });
