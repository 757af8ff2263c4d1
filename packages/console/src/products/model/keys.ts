let keys = 0;
/** Keys of the parts of a draft. A stored draft can contain keys of another page load. */
export const newKey = (): string => `${Date.now().toString(36)}-${++keys}`;
