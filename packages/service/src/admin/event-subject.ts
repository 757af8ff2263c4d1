/** Names events in the audit log, which is readable after their products are gone: `Noche de flamenco 2026-06-20T20:00`. */
export const eventSubject = (events: readonly { productName: string; eventOn: string }[]): string =>
  events.map(({ productName, eventOn }) => `${productName} ${eventOn.slice(0, 16)}`).join(", ");
