import { useRef, useState } from 'react'
import { toastMs } from '#src/core/rules/toast.ts'
import { island } from '../island.ts'
import { Offline } from '../ui/offline.tsx'
import { postJson } from '../ui/post-json.ts'
import { useSending } from '../ui/sending.ts'
import { Toast } from '../ui/toast.tsx'
import { CodeStep } from './code-step.tsx'
import type { LoginPage, StepProps } from './step-props.ts'
import { TargetStep } from './target-step.tsx'

const LoginForm = (given: LoginPage) => {
  const [page, setPage] = useState(given)
  const { send: sendCall, setToast, sending, offline, error, toast } = useSending()
  const [sendAgain, setSendAgain] = useState<(() => void) | null>(null)
  const steps = useRef<HTMLDivElement>(null)

  const send: StepProps['send'] = async (path, body, then, failed) => {
    if (sending) return
    setSendAgain(() => () => send(path, body, then, failed))
    const answer = await sendCall(postJson(path, body))
    if (!answer) return
    if (answer.kind === 'answered' && answer.ok) return then()
    failed?.()
    if (answer.kind === 'error') return setPage(p => ({ ...p, problem: null, captchaProblem: null }))
    const { reason, errors: [first] = [] } = answer.body
    const message = first?.message ?? answer.message
    const atCaptcha = reason === 'captcha_failed'
    setPage(p => ({ ...p, [atCaptcha ? 'captchaProblem' : 'problem']: message }))
    if (answer.status !== 422 || atCaptcha) setToast(message)
  }
  const Step = page.step === 'target' ? TargetStep : CodeStep
  return (
    <section className="card">
      {offline && sendAgain && (
        <Offline
          retry={sendAgain}
          busy={sending}
          after={() => steps.current?.querySelector<HTMLElement>('.input')?.focus()}
          withNetworkError={false}
        />
      )}
      <div ref={steps} hidden={offline}>
        <Step page={page} setPage={setPage} send={send} sending={sending} error={error} />
      </div>
      {toast && <Toast key={toast} message={toast} milliseconds={toastMs.login} />}
    </section>
  )
}

export default island('login/login-form', LoginForm, ['ui'])
