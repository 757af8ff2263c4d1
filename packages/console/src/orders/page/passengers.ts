/** Groups answers: those of each passenger together, then those of the whole order. */
export interface AnswerGroup<A> {
  /** Counted from 1; null: the whole order. */
  passenger: number | null;
  answers: A[];
}

/** For each code, answers are in the order of the passengers: the n-th answer belongs to the n-th passenger. */
export function groupAnswers<A extends { code: string }>(answers: readonly A[]): AnswerGroup<A>[] {
  const seen = new Map<string, number>();
  const passengers: A[][] = [];
  const whole: A[] = [];
  for (const answer of answers) {
    if (!answer.code.startsWith("passenger-")) {
      whole.push(answer);
      continue;
    }
    const nth = seen.get(answer.code) ?? 0;
    seen.set(answer.code, nth + 1);
    passengers[nth] = [...(passengers[nth] ?? []), answer];
  }
  const groups: AnswerGroup<A>[] = passengers.map((own, index) => ({ passenger: index + 1, answers: own }));
  return whole.length > 0 ? [...groups, { passenger: null, answers: whole }] : groups;
}
