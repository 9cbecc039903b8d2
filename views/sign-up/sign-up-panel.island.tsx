import { useEffect, useState } from 'react'
import { signUpSlots } from '#src/accounts/rules/sign-up.ts'
import type { SignUpPage } from '#src/accounts/rules/sign-up-page.ts'
import { island } from '../island.ts'
import { useSlots } from '../ui/hydrated.ts'
import { Steps, signUpSteps } from '../ui/steps.tsx'
import { useTexts } from '../ui/texts.ts'
import { CodeStep, keepSentTo, readSentTo } from './code-step.tsx'
import { EmailStep } from './email-step.tsx'

/** Sign-up on /pay and /verify: name, email and password first, then the emailed code. */
const SignUpPanel = (given: SignUpPage) => {
  const [page, setPage] = useState(given)
  useEffect(() => {
    const email = readSentTo(given.token)
    if (email && isFresh(given)) setPage({ ...given, step: 'magic_code', typed: { ...given.typed, email } })
  }, [given])
  useEffect(() => {
    if (page.step === 'magic_code') keepSentTo(page.token, page.typed.email)
  }, [page.step, page.token, page.typed.email])
  useSlots(signUpSlots(page))
  return (
    <section className="card">
      <Steps steps={signUpSteps(useTexts('ui'), page.asks)} current={page.step === 'email' ? 0 : 1} />
      {page.step === 'email' ? <EmailStep page={page} go={setPage} /> : <CodeStep page={page} go={setPage} />}
    </section>
  )
}

/** Returns true for a form that the server sends empty, not back with errors. */
const isFresh = ({ step, typed, problems }: SignUpPage): boolean =>
  step === 'email' && typed.email === '' && Object.keys(problems).length === 0

export default island('sign-up/sign-up-panel', SignUpPanel, ['ui', 'join'])
