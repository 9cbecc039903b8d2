import { useRef } from 'react'
import { CODE_MAX } from '#src/codes/rules/access-code.ts'
import { toastMs } from '#src/core/rules/toast.ts'
import type { PayPage } from '#src/payments/rules/pay-page.ts'
import { payHref } from '../pay-paths.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { Notice } from '../ui/notice.tsx'
import { Offline } from '../ui/offline.tsx'
import { useTexts } from '../ui/texts.ts'
import { Toast } from '../ui/toast.tsx'
import { Progress, TypedGroups } from './code-parts.tsx'
import { Needs } from './needs.tsx'
import { useCode } from './use-code.ts'

/**
 * Code step, repeated until every product is covered. A refused code stays in the box. The box is uncontrolled, so text
 * typed before hydration is kept.
 */
export const CodeStep = ({ page, go }: { page: PayPage; go: (page: PayPage) => void }) => {
  const texts = useTexts('pay')
  const box = useRef<HTMLInputElement>(null)
  const hydrated = useHydrated()
  const { submit, typed, setTyped, sending, offline, error, toast } = useCode(page, go, box)
  const codes = page.needs.flatMap(n => n.code ?? [])
  return (
    <>
      {offline && (
        <Offline
          retry={submit}
          busy={sending}
          after={() => box.current?.focus()}
          withNetworkError={page.pageKind === 'pay'}
        />
      )}
      <form
        method="post"
        action={payHref(page.pageKind, page.token, 'coupons')}
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
        noValidate
        className="code"
        hidden={offline}
      >
        <h2>{texts.enterYourCode}</h2>
        <div className="progress">
          <Needs needs={page.needs} withoutCodes />
          <div aria-live="polite">
            {codes.length > 0 && <Progress codes={codes} total={page.needs.length} />}
            {page.note && <Notice tone="plain">{page.note}</Notice>}
          </div>
        </div>
        <Field
          ref={box}
          label={texts.accessCode}
          name="coupon"
          className="input-code"
          defaultValue={page.typed}
          onChange={e => setTyped(e.target.value)}
          // After hydration a pasted code that is too long stays whole, and gets an error message.
          maxLength={hydrated ? undefined : CODE_MAX}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint={page.isK12 ? texts.childCode : texts.codeHint}
          problem={page.problem?.at === 'code' ? page.problem.text : undefined}
        />
        {page.problem?.slot === 'code-wrong' && <p className="hint">{texts.checkCode}</p>}
        {page.problem?.slot === 'code-used-by-you' && <p className="hint">{page.noChat}</p>}
        <TypedGroups typed={typed} />
        {error && <Notice tone="problem">{error}</Notice>}
        <div className="choices">
          <Button name="intent" value="redeem" busy={sending}>
            {texts.submit}
          </Button>
          <a className="button button-quiet" href={payHref(page.pageKind, page.token)}>
            {useTexts('ui').back}
          </a>
        </div>
        {codes.length > 0 && page.card && !page.card.waiting && (
          <p className="hint">
            {texts.noCodeForRest} <a href={payHref(page.pageKind, page.token)}>{texts.payRestByCard}</a>.
          </p>
        )}
        {toast && <Toast key={toast} message={toast} milliseconds={toastMs.pay} />}
      </form>
    </>
  )
}
