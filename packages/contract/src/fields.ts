import * as Type from "typebox";

/** Fields with a description, of which records are made. */

const guid = "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$";

/** Unique identifier: read in any letter case, written in lower case. */
export const identifier = (description: string, options: Type.TStringOptions = {}) =>
  Type.String({ format: "uuid", pattern: guid, description, ...options });
export const text = (description: string, options: Type.TStringOptions = {}) =>
  Type.String({ description, ...options });
export const flag = (description: string) => Type.Boolean({ description });
export const whole = (description: string, options: Type.TNumberOptions = {}) =>
  Type.Integer({ description, ...options });
export const oneOf = <const T extends string[]>(values: [...T], description: string) =>
  Type.Enum(values, { description });
