import english from "ra-language-english";

/** React-admin's own words. */
export const { ra } = english;
