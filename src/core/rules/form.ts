import * as z from 'zod/mini'
import { plainTyped } from './normalize.ts'
import { cleanEmail } from './person.ts'

/** Maps a field name to its error message. */
export type Problems = Record<string, string>

/** Maps a field name to all its error messages. */
export type AllProblems = Record<string, string[]>

type Checked<T> = { ok: true; value: T } | { ok: false; problems: Problems }

/** Validates a form, in the browser and on the server. Keeps the first problem of each field. */
export const checkForm = <T>(schema: z.ZodMiniType<T>, given: unknown): Checked<T> => {
  const parsed = z.safeParse(schema, given)
  if (parsed.success) return { ok: true, value: parsed.data }
  const problems: Problems = {}
  for (const { path, message } of parsed.error.issues) problems[path.join('.')] ??= message
  return { ok: false, problems }
}

/** Puts the problem of each field into a list, or takes the first of each list. */
export const inLists = (problems: Problems): AllProblems =>
  Object.fromEntries(Object.entries(problems).map(([field, problem]) => [field, [problem]]))
export const firstOfLists = (problems: AllProblems): Problems =>
  Object.fromEntries(Object.entries(problems).map(([field, [first = '']]) => [field, first]))

/** Field of a form for an address. */
export const emailField = () =>
  z._default(z.string().check(z.overwrite(typed => cleanEmail(typed) ?? plainTyped(typed).toLowerCase())), '')
