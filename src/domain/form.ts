import * as z from 'zod/mini'

/** Field name to the one sentence that stands at the field. */
export type Problems = Record<string, string>

export type Checked<T> = { ok: true; value: T } | { ok: false; problems: Problems }

/** Runs a form's schema, the same in the browser and on the server. The first problem of each field is kept. */
export const checkForm = <T>(schema: z.ZodMiniType<T>, given: unknown): Checked<T> => {
  const parsed = z.safeParse(schema, given)
  if (parsed.success) return { ok: true, value: parsed.data }
  const problems: Problems = {}
  for (const issue of parsed.error.issues) problems[issue.path.join('.')] ??= issue.message
  return { ok: false, problems }
}

/** Field name to every sentence about it, for fields that tell all that is wrong at once. */
export type AllProblems = Record<string, string[]>

export const allProblems = <T>(schema: z.ZodMiniType<T>, given: unknown): AllProblems => {
  const problems: AllProblems = {}
  for (const issue of z.safeParse(schema, given).error?.issues ?? []) {
    const field = issue.path.join('.')
    problems[field] = [...(problems[field] ?? []), issue.message]
  }
  return problems
}
