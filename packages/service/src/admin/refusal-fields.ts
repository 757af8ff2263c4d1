import Type from "typebox";

/** The fields of a refusal in an answer. docs/reference/errors.md lists the codes. */
export const refusalFields = {
  code: Type.String({ description: "Stable code of the reason." }),
  values: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
    description: "The values that the texts of the code name, by name.",
  }),
  detail: Type.String({ description: "The reason in English." }),
};
