import type { AllProblems } from '#src/domain/form.ts'
import { paths } from '../paths.ts'

/** What a call of the sign-up came to, by spec §8. */
export type Asked =
  | { kind: 'done'; body: Record<string, unknown> }
  | { kind: 'invalid'; problems: AllProblems; message: string }
  | { kind: 'wrong'; message: string }
  | { kind: 'other'; status: number; message: string }
  | { kind: 'offline' }

interface Refusal {
  error?: string
  errors?: { field: string; message: string }[]
}

const ask = async (path: string, body: object): Promise<Asked> => {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const read = await answer.json().catch(() => ({}))
    if (answer.ok) return { kind: 'done', body: read }
    const { error, errors = [] }: Refusal = read
    const message = error ?? answer.statusText
    if (answer.status === 422) return { kind: 'invalid', problems: byField(errors), message }
    if (answer.status === 404) return { kind: 'wrong', message }
    return { kind: 'other', status: answer.status, message }
  } catch {
    return { kind: 'offline' }
  }
}

const byField = (errors: { field: string; message: string }[]): AllProblems => {
  const problems: AllProblems = {}
  for (const { field, message } of errors) problems[field] = [...(problems[field] ?? []), message]
  return problems
}

export const askForCode = (token: string, fields: object, recaptcha_response: string) =>
  ask(paths.sendCode, { enroll_token: token, ...fields, recaptcha_response })

export const askToVerify = (token: string, email: string, magic_code: string) =>
  ask(paths.verifyCode, { enroll_token: token, email, magic_code })
