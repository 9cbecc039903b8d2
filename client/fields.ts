/** Returns the form's fields, encoded as the browser would send them. Not for forms with files. */
export const fieldsOf = (form: HTMLFormElement): URLSearchParams =>
  new URLSearchParams(new FormData(form) as unknown as Record<string, string>)
