import type { CaptchaNeed } from '#src/sign-up/rules/captcha.ts'
import type { Connection } from '#src/staff/rules/sign-in.ts'
import type { paths } from '../paths.ts'
import type { CallBody } from '../ui/json-calls.ts'

export interface LoginPage {
  /** Said at the step of the code: a new one was sent. */
  note?: string
  step: 'target' | 'code' | 'recovery'
  connection: Connection
  target: string
  problem: string | null
  captcha: CaptchaNeed
  captchaProblem: string | null
  /** Address to open after login. The server checked that it is a local path. */
  redirect: string
}

type LoginPath = typeof paths.magic | typeof paths.signIn

export interface StepProps {
  page: LoginPage
  setPage(page: LoginPage): void
  /** `failed` runs after an error answer, because a captcha works for one send only. */
  send<P extends LoginPath>(path: P, body: CallBody<P>, then: () => void, failed?: () => void): void
  sending: boolean
  /** Message of a server error. */
  error: string | null
}
