import { useEffect, useState } from 'react'
import type { PayPage } from '#src/payments/rules/pay-page.ts'
import { paySlots } from '#src/payments/rules/pay-steps.ts'
import { island } from '../island.ts'
import { useSlots } from '../ui/hydrated.ts'
import { Steps, signUpSteps } from '../ui/steps.tsx'
import { useTexts } from '../ui/texts.ts'
import { AgreeStep } from './agree-step.tsx'
import { CodeStep } from './code-step.tsx'
import { Closed, Confirming, Ended, Loading, ThankYou } from './pay-states.tsx'

/** Step line of the payment page. A free course has none, because its first launch opens it. */
const Progress = ({ page: { signedUp, step, asks }, isIn }: { page: PayPage; isIn: boolean }) => {
  const texts = useTexts('ui')
  if (!signedUp && !asks) return null
  const steps = signedUp ? signUpSteps(texts, asks) : [texts.stepAgree, asks ?? '', texts.stepLast]
  const current = signedUp ? 2 : step === 'coupons' ? 1 : 0
  return <Steps steps={steps} current={isIn ? steps.length - 1 : current} />
}

/** The steps of the payment page. Each step is a form that also works without JavaScript. */
const PayPanel = (given: PayPage) => {
  const [page, setPage] = useState(given)
  useEffect(() => {
    // Back from the checkout, the browser may restore an old copy of the page. Reload it.
    const reloadStale = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      setPage(old => ({ ...old, step: 'loading' }))
      location.reload()
    }
    addEventListener('pageshow', reloadStale)
    return () => removeEventListener('pageshow', reloadStale)
  }, [])
  useSlots(paySlots(page))
  if (page.closed) return <Closed page={page} />
  const isIn = page.step === 'thank_you' || page.step === 'already_enrolled'
  return (
    <section className="card">
      {page.ended && !isIn && <Ended date={page.ended} again />}
      <Confirming page={page}>
        <Progress page={page} isIn={isIn} />
        {page.step === 'loading' && <Loading />}
        {page.step === 'agree' && <AgreeStep page={page} go={setPage} />}
        {page.step === 'coupons' && <CodeStep page={page} go={setPage} />}
        {isIn && <ThankYou page={page} />}
      </Confirming>
    </section>
  )
}

export default island('pay-panel/pay-panel', PayPanel, ['ui', 'pay'])
