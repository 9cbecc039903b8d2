import type { AllProblems } from '#src/core/rules/form.ts'
import { payPaths } from '../pay-paths.ts'
import { postJson } from '../ui/post-json.ts'
import type { Failed } from '../ui/sending.ts'

/** Result of a sign-up call. `closed`: the link cannot be used now, and its page explains why. */
export type SignUpAnswer =
  | { kind: 'done'; body: Record<string, unknown> }
  | { kind: 'invalid'; problems: AllProblems; message: string }
  | { kind: 'wrong'; message: string }
  | { kind: 'closed' }
  | Failed

const post = async (path: string, body: object): Promise<SignUpAnswer> => {
  const answer = await postJson(path, body)
  if (answer.kind !== 'answered') return answer
  const { ok, status, message } = answer
  if (ok) return { kind: 'done', body: answer.body }
  if (status === 422) return { kind: 'invalid', problems: byField(answer.body), message }
  if (status === 404) return { kind: 'wrong', message }
  return status === 403 ? { kind: 'closed' } : { kind: 'error', status, message }
}

const byField = ({ errors = [] }: { errors?: { field: string; message: string }[] }): AllProblems => {
  const problems: AllProblems = {}
  for (const { field, message } of errors) problems[field] = [...(problems[field] ?? []), message]
  return problems
}

export const sendCode = (token: string, fields: object, recaptcha_response: string) =>
  post(payPaths.sendCode, { enroll_token: token, ...fields, recaptcha_response })

export const verifyCode = (token: string, email: string, magic_code: string) =>
  post(payPaths.verifyCode, { enroll_token: token, email, magic_code })
