import type { ReactNode } from 'react'
import type { PayPage } from '#src/payments/rules/pay-page.ts'
import { payHref } from '../pay-paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { useReloadWhenGone } from '../ui/reload-when-gone.ts'
import { useTexts } from '../ui/texts.ts'

/**
 * Shown while a payment is not confirmed, before the steps of the page. The steps stay for people with a code.
 * Reloads the page once the payment is confirmed, but not under a code that somebody types.
 */
export const Confirming = ({ page, children }: { page: PayPage; children: ReactNode }) => {
  const texts = useTexts('pay')
  useReloadWhenGone('data-confirming', page.confirming !== null && page.step !== 'coupons')
  if (!page.confirming || page.step === 'loading') return children
  const isBusy = page.step === 'coupons' || page.problem !== null
  return (
    <>
      <div data-confirming aria-live="polite">
        <h2>{page.confirming.title}</h2>
        <p>{page.confirming.text}</p>
        <ButtonLink href={payHref(page.pageKind, page.token)} look={isBusy ? 'quiet' : 'primary'}>
          {texts.checkAgain}
        </ButtonLink>
      </div>
      {page.accepts.code && !page.closed && (
        <details className="code-instead" open={isBusy}>
          <summary className="button button-quiet">{texts.useCodeInstead}</summary>
          <div className="code-instead-steps">{children}</div>
        </details>
      )}
    </>
  )
}
