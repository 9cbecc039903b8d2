import { useEffect, useState } from 'react'
import type { PayPage } from '#src/domain/pay-page.ts'
import { island } from '../island.ts'
import { SIGN_UP_STEPS } from '../sign-up/steps.ts'
import { Steps } from '../ui/steps.tsx'
import { AgreeStep } from './agree-step.tsx'
import { Closed } from './closed.tsx'
import { CodeStep } from './code-step.tsx'
import { Ended } from './ended.tsx'
import { Loading } from './loading.tsx'
import { ThankYou } from './thank-you.tsx'

const STEPS = ['Agree', 'Code or card', 'Done']
const NUMBER = { loading: 0, not_found: 0, agree: 0, coupons: 1, thank_you: 2, already_enrolled: 2 } as const

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
      {page.door === 'pay' ? (
        <Steps steps={SIGN_UP_STEPS} current={isIn ? 3 : 2} />
      ) : (
        <Steps steps={STEPS} current={NUMBER[page.step]} />
      )}
      {page.step === 'loading' && <Loading />}
      {page.step === 'agree' && <AgreeStep page={page} go={setPage} />}
      {page.step === 'coupons' && <CodeStep page={page} go={setPage} />}
      {isIn && <ThankYou page={page} arrived={given.step !== page.step} />}
    </section>
  )
}

export default island('pay/pay-panel', PayPanel)
