import type { SignUpForm } from '#src/sign-up/rules/sign-up-page.ts'
import { fieldsOf as listFields } from '../ui/form-fields.ts'

/** Field names, in the order of the form. */
const FIELDS = {
  pay: ['name', 'email', 'password'],
  join: ['first_name', 'last_name', 'email', 'password', 'confirm_password'],
}

/** Returns the first field with an error. */
export const firstWrong = (form: SignUpForm, problems: object): string | undefined =>
  FIELDS[form].find(name => name in problems)

export const fieldsOf = (form: HTMLFormElement | null): Record<string, string> => Object.fromEntries(listFields(form))

/** Values that may be shown in the form again. Never the password. */
export const pick = ({ name = '', first_name = '', last_name = '', email = '' }: Record<string, string>) => ({
  name,
  first_name,
  last_name,
  email,
})

export const focusOn = (form: HTMLFormElement, problems: object) =>
  [...form.querySelectorAll<HTMLInputElement>('input')].find(input => input.name in problems)?.focus()

/** Focuses the first invalid field, else the button. */
export const focusNext = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[aria-invalid=true], button')?.focus()
