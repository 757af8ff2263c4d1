import type { CatalogueItem, CatalogueProduct } from "../../records/catalogue-file.ts";
import { refusal } from "../../texts/field-refusals.ts";
import type { OwnQuestion } from "../../texts/own-questions.ts";
import { textsOfChoice } from "../selling/own-questions.ts";
import { findDuplicates } from "./firsts.ts";
import { markdownProblem } from "./markdown.ts";
import type { FileProblem } from "./schedules.ts";

/**
 * Rules for the texts that travellers read about a product, beyond its schema. Pointers begin at the product or the
 * item.
 */

export function listingProblems(given: CatalogueProduct | CatalogueItem): FileProblem[] {
  const { description = {}, guideLanguages = [], meetingPoints = [] } = given;
  const product = given as Partial<CatalogueProduct>;
  const places = product.pickups?.places ?? [];
  return [
    ...Object.entries(description).flatMap(([lang, text]) => {
      const problem = markdownProblem(text);
      return problem ? [{ pointer: `/description/${lang}`, ...refusal("description-unfit", { rule: problem }) }] : [];
    }),
    ...guideLanguages.flatMap((tag, n) =>
      isLanguage(tag) ? [] : [{ pointer: `/guideLanguages/${n}`, ...refusal("not-a-language", { value: tag }) }],
    ),
    ...findDuplicates(externalIds(meetingPoints, "/meetingPoints")),
    ...findDuplicates(externalIds(places, "/pickups/places")),
    ...questionProblems(product.ownQuestions ?? []),
    ...(product.taxRate !== undefined && ["exempt", "margin"].includes(product.taxScheme ?? "rate")
      ? [{ pointer: "/taxRate", ...refusal("scheme-without-rate", { scheme: product.taxScheme! }) }]
      : []),
    ...(product.videoUrl !== undefined && !URL.canParse(product.videoUrl)
      ? [{ pointer: "/videoUrl", ...refusal("not-an-address", { value: product.videoUrl }) }]
      : []),
  ];
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

const externalIds = (places: readonly { externalId: string }[], pointer: string) =>
  places.map(({ externalId: value }, n) => ({ value, pointer: `${pointer}/${n}/externalId` }));

/** Codes must be unique, a choice needs choices, and each answer must name one of the choices. */
const questionProblems = (questions: readonly OwnQuestion[]): FileProblem[] => [
  ...findDuplicates(questions.map(({ code: value }, n) => ({ value, pointer: `/ownQuestions/${n}/code` }))),
  ...questions.flatMap((question, n) =>
    answerProblems(question).map((problem) => ({ ...problem, pointer: `/ownQuestions/${n}${problem.pointer}` })),
  ),
];

function answerProblems({ kind, choices = [], maxLength }: OwnQuestion): FileProblem[] {
  if (kind !== "text" && maxLength !== undefined)
    return [{ pointer: "/maxLength", ...refusal("only-text-has-length") }];
  if (kind !== "choice")
    return choices.length === 0 ? [] : [{ pointer: "/choices", ...refusal("only-choice-has-choices") }];
  if (choices.length < 2) return [{ pointer: "/choices", ...refusal("choice-needs-two") }];
  return findDuplicates(
    choices.flatMap((choice, n) => textsOfChoice(choice).map((value) => ({ value, pointer: `/choices/${n}` }))),
  );
}
