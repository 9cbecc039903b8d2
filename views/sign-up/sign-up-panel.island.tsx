import { useState } from 'react'
import { type SignUpPage, signUpSlots } from '#src/accounts/rules/sign-up-page.ts'
import { island } from '../island.ts'
import { useSlots } from '../ui/hydrated.ts'
import { Steps, signUpSteps } from '../ui/steps.tsx'
import { useTexts } from '../ui/texts.ts'
import { CodeStep } from './code-step.tsx'
import { EmailStep } from './email-step.tsx'

/** Sign-up on /pay and /verify: name, email and password first, then the emailed code. */
const SignUpPanel = (given: SignUpPage) => {
  const [page, setPage] = useState(given)
  useSlots(signUpSlots(page))
  return (
    <section className="card">
      <Steps steps={signUpSteps(useTexts('ui'), page.asks)} current={page.step === 'email' ? 0 : 1} />
      {page.step === 'email' ? <EmailStep page={page} go={setPage} /> : <CodeStep page={page} go={setPage} />}
    </section>
  )
}

export default island('sign-up/sign-up-panel', SignUpPanel, ['ui', 'join'])
