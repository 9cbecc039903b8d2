import type { SignUpForm } from '#src/domain/sign-up-page.ts'

/** In the order of the form. */
const FIELDS = {
  pay: ['name', 'email', 'password'],
  join: ['first_name', 'last_name', 'email', 'password', 'confirm_password'],
}

/** Where the eye should be: the first field with a problem. */
export const firstWrong = (form: SignUpForm, problems: object): string | undefined =>
  FIELDS[form].find(name => name in problems)

export const fieldsOf = (form: HTMLFormElement | null) =>
  Object.fromEntries(new FormData(form ?? undefined)) as Record<string, string>

/** What may stand in the form again; a password never does. */
export const pick = ({ name = '', first_name = '', last_name = '', email = '' }: Record<string, string>) => ({
  name,
  first_name,
  last_name,
  email,
})

export const focusOn = (form: HTMLFormElement, problems: object) =>
  [...form.querySelectorAll<HTMLInputElement>('input')].find(input => input.name in problems)?.focus()

/** After an answer that came late: at what is not right, else at the button. */
export const goOnIn = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[aria-invalid=true], button')?.focus()
