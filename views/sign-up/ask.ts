import type { AllProblems } from '#src/domain/form.ts'
import { payPaths } from '../pay-paths.ts'
import { postJson } from '../ui/post-json.ts'
import type { Failed } from '../ui/sending.ts'

/** What a call of the sign-up came to, by spec §8. `closed`: the link opens nothing now, and its page says why. */
export type Asked =
  | { kind: 'done'; body: Record<string, unknown> }
  | { kind: 'invalid'; problems: AllProblems; message: string }
  | { kind: 'wrong'; message: string }
  | { kind: 'closed' }
  | Failed

const ask = async (path: string, body: object): Promise<Asked> => {
  const answer = await postJson(path, body)
  if (answer.kind !== 'answered') return answer
  const { ok, status, message } = answer
  if (ok) return { kind: 'done', body: answer.body }
  if (status === 422) return { kind: 'invalid', problems: byField(answer.body), message }
  if (status === 404) return { kind: 'wrong', message }
  return status === 403 ? { kind: 'closed' } : { kind: 'broken', status, message }
}

const byField = ({ errors = [] }: { errors?: { field: string; message: string }[] }): AllProblems => {
  const problems: AllProblems = {}
  for (const { field, message } of errors) problems[field] = [...(problems[field] ?? []), message]
  return problems
}

export const askForCode = (token: string, fields: object, recaptcha_response: string) =>
  ask(payPaths.sendCode, { enroll_token: token, ...fields, recaptcha_response })

export const askToVerify = (token: string, email: string, magic_code: string) =>
  ask(payPaths.verifyCode, { enroll_token: token, email, magic_code })
