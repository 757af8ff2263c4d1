let keys = 0;
/** React keys of the parts of a draft. A draft that the browser stored has keys of an earlier page load. */
export const newKey = (): string => `${Date.now().toString(36)}-${++keys}`;
