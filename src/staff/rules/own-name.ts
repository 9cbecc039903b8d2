import * as z from 'zod/mini'

export const OWN_NAME_MAX = 64

const name = (missing: string) =>
  z
    ._default(z.string(), '')
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(OWN_NAME_MAX, 'This name is too long.'),
      z.regex(/^[\p{L}\p{M} \-'’.]*$/u, 'Use only letters, spaces, hyphens, apostrophes and periods.'),
    )

/** The form in which staff enter their own name. */
export const OwnNameForm = z.object({
  first_name: name('Enter your first name.'),
  last_name: name('Enter your last name.'),
})
