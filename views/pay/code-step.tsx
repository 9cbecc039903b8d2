import { useRef } from 'react'
import { CODE_MAX } from '#src/domain/access-code.ts'
import type { PayPage } from '#src/domain/pay-page.ts'
import { toastMs } from '#src/domain/toast.ts'
import { payHref } from '../pay-paths.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { Notice } from '../ui/notice.tsx'
import { Offline } from '../ui/offline.tsx'
import { Toast } from '../ui/toast.tsx'
import { Groups, Progress } from './code-parts.tsx'
import { Needs } from './needs.tsx'
import { useCode } from './use-code.ts'

/**
 * One code after another until every product is covered. A refused code leaves what was typed (spec §4). The box is the
 * browser's own: what was typed before the script came stays, and is what is sent.
 */
export const CodeStep = ({ page, go }: { page: PayPage; go: (page: PayPage) => void }) => {
  const box = useRef<HTMLInputElement>(null)
  const hydrated = useHydrated()
  const { submit, typed, setTyped, sending, offline, broken, toast } = useCode(page, go, box)
  const codes = page.needs.flatMap(n => n.code ?? [])
  return (
    <>
      {offline && (
        <Offline retry={submit} busy={sending} after={() => box.current?.focus()} koko={page.door === 'pay'} />
      )}
      <form
        method="post"
        action={payHref(page.door, page.token, 'coupons')}
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
        noValidate
        className="code"
        hidden={offline}
      >
        <h2>Enter your access code</h2>
        <div className="progress">
          <Needs needs={page.needs} />
          <div aria-live="polite">
            {codes.length > 0 && <Progress codes={codes} total={page.needs.length} />}
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
          // The end of the input that spec §5 names. With a script what is too long stays as it was pasted, and is answered.
          maxLength={hydrated ? undefined : CODE_MAX}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint="It is on your card or your receipt. Capitals, spaces and dashes do not matter."
          problem={page.problem?.at === 'code' ? page.problem.text : undefined}
        />
        <Groups typed={typed} />
        {broken && <Notice tone="problem">{broken}</Notice>}
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
