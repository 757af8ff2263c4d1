import { ownQuestionKinds, ownQuestionScopes } from "@paseo/contract/codes";
import { limits } from "@paseo/contract/limits";
import Type from "typebox";
import { noFurtherFields, textField, textsField, wholeField } from "./field-types.ts";

/**
 * Questions of the operator's own, in addition to the groups of the contract. texts/own-questions.ts has their type,
 * and docs/decisions/0040-own-questions.md the reasons.
 */

const code = (description: string) => textField(40, { pattern: "^[a-z0-9]+(-[a-z0-9]+)*$", description });

const OwnQuestion = Type.Object(
  {
    code: code(
      "Your own code, unique within the product: small letters without accents, digits and hyphens. Partners read `own-` and the code.",
    ),
    scope: Type.Enum([...ownQuestionScopes], {
      description: "`order`: asked once. `traveller`: asked of each traveller.",
    }),
    kind: Type.Enum([...ownQuestionKinds], {
      description:
        "What the answer is. `number`: a whole number up to 999,999. `date`: yyyy-mm-dd. `choice` and `yes-no`: one of some texts.",
    }),
    required: Type.Boolean({
      description: "True: no order without an answer. False: only partners that read `contents` ask the question.",
    }),
    title: textsField(200, { minProperties: 1, description: "The question, for travellers." }),
    help: Type.Optional(textsField(300, { description: "A sentence that helps to answer." })),
    maxLength: Type.Optional(
      wholeField(1, limits.answer, { description: `Of a text: the most characters. Omitted: ${limits.answer}.` }),
    ),
    choices: Type.Optional(
      Type.Array(
        Type.Object(
          {
            code: code("Your own code of the choice, unique within the question."),
            text: textsField(100, { minProperties: 1, description: "The choice, for travellers." }),
          },
          noFurtherFields,
        ),
        { minItems: 1, maxItems: 20, description: "Of a choice: at least two, in their order." },
      ),
    ),
  },
  noFurtherFields,
);

export const ownQuestions = Type.Optional(
  Type.Array(OwnQuestion, {
    section: "questions",
    minItems: 1,
    maxItems: 20,
    description: "Questions of your own to travellers who book, in their order.",
  }),
);
