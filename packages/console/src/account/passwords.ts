/** Least letters of a password; the service asks for as many. */
export const leastPassword = 12;
