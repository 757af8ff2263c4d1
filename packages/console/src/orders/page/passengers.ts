/** Groups answers: the answers of each passenger, then the answers about the whole order. */
export interface AnswerGroup<A> {
  /** The passenger, counted from 1; null for the whole order. */
  passenger: number | null;
  answers: A[];
}

export function groupAnswers<A extends { passenger: number | null }>(answers: readonly A[]): AnswerGroup<A>[] {
  const groups = [...Map.groupBy(answers, ({ passenger }) => passenger)];
  const place = (passenger: number | null) => passenger ?? Number.POSITIVE_INFINITY;
  return groups
    .sort(([one], [other]) => place(one) - place(other))
    .map(([passenger, own]) => ({ passenger, answers: own }));
}
