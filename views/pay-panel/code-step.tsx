import { Fragment, type RefObject, useEffect, useRef, useState } from 'react'
import type { CodeReply } from '#src/access/contract.ts'
import { CODE_MAX, codeGroups, codeKey, codeProblem } from '#src/access/rules/access-code.ts'
import { toastMs } from '#src/core/rules/toast.ts'
import { codeSlot } from '#src/messages/rules/code-slot.ts'
import type { PayPage, PayPageKind } from '#src/payments/rules/pay-page.ts'
import { afterCode, type CodeResult } from '#src/payments/rules/pay-steps.ts'
import { payHref, payPaths } from '../pay-paths.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { takeCode } from '../ui/kept-code.ts'
import { Notice } from '../ui/notice.tsx'
import { postJson } from '../ui/post-json.ts'
import { type Failed, Offline, Toast, useSending } from '../ui/sending.tsx'
import { useTexts } from '../ui/texts.ts'
import { Needs } from './course-ready.tsx'

export type CodeSent =
  | { kind: 'answered'; result: CodeResult }
  /** `toast`: also show the message as a toast. */
  | { kind: 'refused'; reason: string; message: string; toast: boolean }
  | Failed

/** Sends one access code to the JSON endpoint of the payment page. */
export const sendCode = async (pageKind: PayPageKind, token: string, code: string): Promise<CodeSent> => {
  const path = pageKind === 'pay' ? payPaths.payCouponCode : payPaths.verifyCouponCode
  const answer = await postJson(path, { enroll_token: token, coupon_code: code })
  if (answer.kind === 'error' && answer.status === 500) return { ...answer, message: undefined }
  if (answer.kind !== 'answered') return answer
  if (answer.ok) return { kind: 'answered', result: toCodeResult(answer.body) }
  const { status, message } = answer
  return { kind: 'refused', reason: answer.body.reason ?? '', message, toast: status !== 404 && status !== 422 }
}

const toCodeResult = ({ status, message, reason, products }: CodeReply): CodeResult => ({
  status,
  message,
  unchanged: reason ?? null,
  needs: products.map(p => ({ id: p.id, product: p.name, code: p.coupon_code, paid: p.paid })),
})

/** State of the code step. Checks and sends the code; the answer becomes the next page. `typed` is the current text. */
const useCode = (page: PayPage, go: (page: PayPage) => void, box: RefObject<HTMLInputElement | null>) => {
  const texts = useTexts('pay')
  const { wrongCode } = useTexts('ui')
  const { send, setToast, ...shown } = useSending()
  const [typed, setTyped] = useState(page.typed)
  useEffect(() => {
    if (!box.current) return
    box.current.focus({ preventScroll: true })
    if (box.current.value === '') box.current.value = takeCode()
    setTyped(box.current.value)
  }, [box])

  const showProblem = (text: string, reason: string) => {
    go({ ...page, note: null, problem: { at: 'code', text, slot: codeSlot(reason) } })
    box.current?.focus()
  }
  const clear = () => {
    if (box.current) box.current.value = ''
    setTyped('')
  }
  const submit = async () => {
    if (shown.sending) return
    // The same rule as the server's form, without zod: keeps the script small for old devices.
    const coupon = (box.current?.value ?? '').trim()
    const problem = codeProblem(coupon)
    if (problem) return showProblem(problem === 'code_required' ? texts[problem] : wrongCode, problem)
    if (page.needs.some(({ code }) => code !== null && codeKey(code) === codeKey(coupon))) {
      clear()
      return go({ ...page, note: texts.already_counted, problem: null })
    }
    const answer = await send(sendCode(page.pageKind, page.token, coupon))
    if (!answer) return
    // Clear the message about the code before this one.
    if (answer.kind === 'error') return go({ ...page, note: null, problem: null })
    if (answer.kind === 'refused') {
      if (answer.toast) setToast(answer.message)
      return showProblem(answer.message, answer.reason)
    }
    const next = afterCode(page, answer.result, texts)
    if (!next.problem) clear()
    go(next)
    // Ready for the next code, or to correct this one. The thank-you step takes the focus itself.
    box.current?.focus()
  }
  return { submit, typed, setTyped, ...shown }
}

/** Shows 'N of M codes validated: …' without line breaks inside a code. */
export const Progress = ({ codes, total }: { codes: string[]; total: number }) => (
  <p className="soft">
    {useTexts('pay').progress(codes.length, total)}
    {codes.map((code, i) => (
      <Fragment key={code}>
        {i > 0 && ', '}
        <span className="whole">{code}</span>
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
