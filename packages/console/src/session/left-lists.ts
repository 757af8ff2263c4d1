/**
 * The state of each list when the operator left it. A list that is opened again without a state in its address gets this state, so that
 * links back keep the filters.
 */
export const lastListStates = new Map<string, URLSearchParams>();

/** Forgets the state of the list at an address of the menu: the menu and the search open a list without filters. */
export const openListAnew = (address: string): boolean => lastListStates.delete(address.replace(/^\//, ""));
