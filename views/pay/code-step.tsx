import { type FormEvent, Fragment, useEffect, useRef, useState } from 'react'
import { codeGroups, codeKey, codeMessages, codeProblem } from '#src/domain/access-code.ts'
import { progressSentence } from '#src/domain/coverage.ts'
import { afterReply, type PayPage } from '#src/domain/pay-page.ts'
import { toastMs } from '#src/domain/toast.ts'
import { payHref } from '../pay-paths.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Offline } from '../ui/offline.tsx'
import { Toast } from '../ui/toast.tsx'
import { Needs } from './needs.tsx'
import { sendCode } from './send-code.ts'

/**
 * One code after another until every product is covered. A refused code leaves what was typed (spec §4). The box is the
 * browser's own: what was typed before the script came stays, and is what is sent. No `maxLength`: it would cut what is
 * pasted without a word; what is too long is answered.
 */
export const CodeStep = ({ page, go }: { page: PayPage; go: (page: PayPage) => void }) => {
  const box = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(page.typed)
  const [sending, setSending] = useState(false)
  const [toast, setToast] = useState<string | null>(null)
  const [offline, setOffline] = useState(false)
  useEffect(() => {
    box.current?.focus({ preventScroll: true })
    setTyped(box.current?.value ?? '')
  }, [])

  const codes = page.needs.flatMap(n => n.code ?? [])
  const wrong = (text: string) => {
    go({ ...page, note: null, problem: { at: 'code', text } })
    box.current?.focus()
  }
  const clear = () => {
    if (box.current) box.current.value = ''
    setTyped('')
  }

  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (sending) return
    // The rule that the server's form is made of, without the library around it: old devices load 5 kB less.
    const coupon = (box.current?.value ?? '').trim()
    const problem = codeProblem(coupon)
    if (problem) return wrong(problem)
    if (codes.some(code => codeKey(code) === codeKey(coupon))) {
      clear()
      return go({ ...page, note: codeMessages.counted, problem: null })
    }
    setSending(true)
    setToast(null)
    const sent = await sendCode(page.door, page.token, coupon)
    setSending(false)
    setOffline(sent.kind === 'offline')
    if (sent.kind === 'offline') return
    if (sent.kind === 'refused') {
      if (sent.toast) setToast(sent.message)
      return wrong(sent.message)
    }
    const next = afterReply(page, sent.reply)
    if (!next.problem) clear()
    go(next)
    // The next code, or the same one mended; a page that thanks takes the focus itself.
    box.current?.focus()
  }

  return (
    <>
      {offline && (
        <Offline retry={() => submit()} busy={sending} after={() => box.current?.focus()} koko={page.door === 'pay'} />
      )}
      <form
        method="post"
        action={payHref(page.door, page.token, 'coupons')}
        onSubmit={submit}
        noValidate
        className="code"
        hidden={offline}
      >
        <h2>Enter your access code</h2>
        <div className="progress">
          <Needs needs={page.needs} />
          <div aria-live="polite">
            {codes.length > 0 && (
              <p className="soft">
                <Progress codes={codes} total={page.needs.length} />
              </p>
            )}
            {page.note && <Notice tone="plain">{page.note}</Notice>}
          </div>
        </div>
        <Field
          ref={box}
          label="Access Code"
          name="coupon"
          className="input-code"
          defaultValue={page.typed}
          onChange={e => setTyped(e.target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint="It is on your card or your receipt. Capitals, spaces and dashes do not matter."
          problem={page.problem?.at === 'code' ? page.problem.text : undefined}
        />
        <Groups typed={typed} />
        <div className="choices">
          <Button name="intent" value="redeem" busy={sending}>
            Submit
          </Button>
          <a className="button button-quiet" href={payHref(page.door, page.token)}>
            Back
          </a>
        </div>
        {toast && <Toast key={toast} message={toast} milliseconds={toastMs.pay} />}
      </form>
    </>
  )
}

/** 'N of M codes validated: …' (spec §2), without a line break inside a code. */
const Progress = ({ codes, total }: { codes: string[]; total: number }) => (
  <>
    {progressSentence(codes.length, total, [])}
    {codes.map((code, i) => (
      <Fragment key={code}>
        {i > 0 && ', '}
        <span className="whole">{code}</span>
      </Fragment>
    ))}
  </>
)

/** A code typed in one piece, drawn in groups to compare with the card; the value itself is left alone (rules.md B4). */
const Groups = ({ typed }: { typed: string }) => {
  const code = typed.trim()
  if (code.length <= 4 || /[\s-]/.test(code)) return null
  return (
    <p className="typed" aria-hidden="true">
      {codeGroups(code).join(' · ')}
    </p>
  )
}
