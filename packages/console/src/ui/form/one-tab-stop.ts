/**
 * Makes a date field one stop of the Tab key; arrow keys go to its parts. Chromium stops at day, month, year and the calendar. A text
 * field has one stop, so the field is one while the browser moves the focus.
 */
export function oneTabStop(event: KeyboardEvent): void {
  const field = event.target;
  if (event.key !== "Tab" || !(field instanceof HTMLInputElement) || !/^(date|time)$/.test(field.type)) return;
  const { type } = field;
  field.type = "text";
  setTimeout(() => {
    field.type = type;
  });
}
