import Type from "typebox";

const reason = {
  code: Type.String({ description: "Stable code of the reason." }),
  values: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
    description: "The values that a text for the code names, such as the code of a ticket.",
  }),
};

/** The reason of a refusal, in an answer. */
export const refusalFields = { ...reason, detail: Type.String({ description: "The reason in English." }) };

/** Why a sale or an amendment is not possible. */
export const SaleRefusal = Type.Object({
  ...reason,
  message: Type.String({ description: "The reason in the language of the request. It names tickets by their codes." }),
});
