import type { Problem } from '#src/core/rules/calls.ts'
import type { AllProblems } from '#src/core/rules/form.ts'
import { payPaths } from '../pay-paths.ts'
import { type CallBody, type CallPath, type CallReply, postJson } from '../ui/post-json.ts'
import type { Failed } from '../ui/sending.tsx'

/** Result of a sign-up call. `closed`: the link cannot be used now, and its page explains why. */
type SignUpAnswer<B> =
  | { kind: 'done'; body: B }
  | { kind: 'invalid'; problems: AllProblems; message: string }
  | { kind: 'wrong'; message: string }
  | { kind: 'closed' }
  | Failed

const post = async <P extends CallPath>(path: P, body: CallBody<P>): Promise<SignUpAnswer<CallReply<P>>> => {
  const answer = await postJson(path, body)
  if (answer.kind !== 'answered') return answer
  if (answer.ok) return { kind: 'done', body: answer.body }
  const { status, message } = answer
  const { reason } = answer.body
  if (status === 422) return { kind: 'invalid', problems: byField(answer.body), message }
  if (status === 404) return { kind: 'wrong', message }
  return status === 403 ? { kind: 'closed' } : { kind: 'error', status, message, reason }
}

const byField = ({ errors = [] }: Partial<Problem>): AllProblems => {
  const problems: AllProblems = {}
  for (const { field, message } of errors) problems[field] = [...(problems[field] ?? []), message]
  return problems
}

type SignUpFields = Omit<CallBody<typeof payPaths.sendCode>, 'enroll_token' | 'context_id' | 'recaptcha_response'>

export const sendCode = (token: string, fields: SignUpFields, recaptcha_response: string) =>
  post(payPaths.sendCode, { enroll_token: token, ...fields, recaptcha_response })

export const verifyCode = (token: string, email: string, magic_code: string) =>
  post(payPaths.verifyCode, { enroll_token: token, email, magic_code })
