/** The state of each list when the operator left it. A list that is opened again without a state in its address has it. */
export const leftLists = new Map<string, URLSearchParams>();
