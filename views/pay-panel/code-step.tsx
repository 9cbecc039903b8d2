import { Fragment, type RefObject, useEffect, useRef, useState } from 'react'
import { codeGroups } from '#src/access/rules/access-code.ts'
import { toastMs } from '#src/core/rules/toast.ts'
import type { PayPage } from '#src/payments/rules/pay-page.ts'
import type { Texts } from '#src/texts/catalogues.ts'
import { payHref } from '../pay-paths.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { takeCode } from '../ui/kept-code.ts'
import { Notice } from '../ui/notice.tsx'
import { Offline, Toast } from '../ui/notices-in-place.tsx'
import { useSending } from '../ui/sending.tsx'
import { useTexts } from '../ui/texts.ts'
import { Needs } from './course-ready.tsx'

/** State of the code step. `typed` is the current text. */
const useCode = (page: PayPage, go: (page: PayPage) => void, box: RefObject<HTMLInputElement | null>) => {
  const { send, ...shown } = useSending('pay-panel/pay-panel', go)
  const [typed, setTyped] = useState(page.typed)
  useEffect(() => {
    if (!box.current) return
    box.current.focus({ preventScroll: true })
    if (box.current.value === '') box.current.value = takeCode()
    setTyped(box.current.value)
  }, [box])

  const submit = async () => {
    const answer = await send(box.current?.form, 'redeem')
    if (!answer) return
    if (answer.kind === 'led' && box.current) {
      box.current.value = ''
      setTyped('')
    } else if (answer.kind !== 'led') {
      const isRefused = answer.kind === 'refused'
      const problem = isRefused ? { at: 'code' as const, text: answer.message, outcome: answer.reason } : null
      go({ ...page, note: null, problem })
    }
    // Ready for the next code, or to correct this one. The thank-you step takes the focus itself.
    box.current?.focus()
  }
  return { submit, typed, setTyped, ...shown }
}

/** Shows 'N of M codes validated: …' without line breaks inside a code. */
const Progress = ({ codes, total }: { codes: string[]; total: number }) => (
  <p className="soft">
    {useTexts('pay').progress(codes.length, total)}
    {codes.map((code, i) => (
      <Fragment key={code}>
        {i > 0 && ', '}
        <code className="whole">{code}</code>
      </Fragment>
    ))}
  </p>
)

/** Repeats the typed code in groups, to compare it with the card. The field's value stays unchanged. */
const TypedGroups = ({ typed }: { typed: string }) => {
  const texts = useTexts('pay')
  const code = typed.trim()
  if (code.length <= 4 || /[\s-]/.test(code)) return null
  return (
    <p className="typed" aria-hidden="true">
      {texts.typed} <span>{codeGroups(code).join(' · ')}</span>
    </p>
  )
}

/** Returns the next step after a refused code, where its sentence does not name one. */
const adviceOf = (outcome: string | undefined, texts: Texts['pay']): string | null => {
  if (outcome === 'code_malformed' || outcome === 'code_unknown') return texts.checkCode
  if (outcome === 'code_expired') return texts.askForNewCode
  return outcome === 'code_not_used_here' ? texts.otherCard : null
}

/**
 * Code step, repeated until every product is covered. A refused code stays in the box. The box is uncontrolled, so text
 * typed before hydration is kept.
 */
export const CodeStep = ({ page, go }: { page: PayPage; go: (page: PayPage) => void }) => {
  const texts = useTexts('pay')
  const box = useRef<HTMLInputElement>(null)
  const { submit, typed, setTyped, sending, offline, error, toast } = useCode(page, go, box)
  const codes = page.needs.flatMap(n => n.code ?? [])
  const advice = adviceOf(page.problem?.outcome, texts)
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
        id="typed"
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
          // Without maxLength: a code pasted with its label stays whole, and one that is too long gets an error message.
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint={page.isK12 ? texts.childCode : texts.codeHint}
          problem={page.problem?.at === 'code' ? page.problem.text : undefined}
        />
        {advice && <p className="hint">{advice}</p>}
        {page.problem?.outcome === 'MAX_SAME_EMAIL' && <p className="hint">{page.noChat}</p>}
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
