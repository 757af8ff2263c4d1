/**
 * The state of each list when the operator left it. A list that is opened again without a state in its address gets this state.
 */
export const lastListStates = new Map<string, URLSearchParams>();
