import { fieldsOf as listFields } from '#views/ui/form-fields.ts'

/** Returns the form's fields, encoded as the browser would send them. Not for forms with files. */
export const fieldsOf = (form: HTMLFormElement): URLSearchParams => new URLSearchParams(listFields(form))
