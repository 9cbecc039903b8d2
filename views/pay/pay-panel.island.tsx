import { useEffect, useState } from 'react'
import type { PayPage } from '#src/domain/pay-page.ts'
import { island } from '../island.ts'
import { signUpSteps } from '../sign-up/steps.ts'
import { Steps } from '../ui/steps.tsx'
import { AgreeStep } from './agree-step.tsx'
import { Closed } from './closed.tsx'
import { CodeStep } from './code-step.tsx'
import { Ended } from './ended.tsx'
import { Loading } from './loading.tsx'
import { ThankYou } from './thank-you.tsx'

/** Where one is on the way in. Into a free course there is none: its first launch opens it. */
const Way = ({ page: { door, step, asks }, isIn }: { page: PayPage; isIn: boolean }) => {
  if (door === 'lti' && !asks) return null
  const steps = door === 'pay' ? signUpSteps(asks) : ['Agree', asks ?? '', 'Done']
  const now = door === 'pay' ? 2 : step === 'coupons' ? 1 : 0
  return <Steps steps={steps} current={isIn ? steps.length - 1 : now} />
}

/** The steps of the payment page. Each is a form that posts by itself; hydrated, the page stays and the step changes. */
const PayPanel = (given: PayPage) => {
  const [page, setPage] = useState(given)
  useEffect(() => {
    // Back from the checkout, a browser may show the page as it was kept: what is true now is asked for again.
    const again = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      setPage(kept => ({ ...kept, step: 'loading' }))
      location.reload()
    }
    addEventListener('pageshow', again)
    return () => removeEventListener('pageshow', again)
  }, [])
  if (page.closed) return <Closed page={page} />
  const isIn = page.step === 'thank_you' || page.step === 'already_enrolled'
  return (
    <section className="card">
      {page.ended && !isIn && <Ended date={page.ended} again />}
      <Way page={page} isIn={isIn} />
      {page.step === 'loading' && <Loading />}
      {page.step === 'agree' && <AgreeStep page={page} go={setPage} />}
      {page.step === 'coupons' && <CodeStep page={page} go={setPage} />}
      {isIn && <ThankYou page={page} />}
    </section>
  )
}

export default island('pay/pay-panel', PayPanel)
