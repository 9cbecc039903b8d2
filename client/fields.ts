/** What a form would send, encoded as it would. Not for forms with files. */
export const fieldsOf = (form: HTMLFormElement): URLSearchParams =>
  new URLSearchParams(new FormData(form) as unknown as Record<string, string>)
