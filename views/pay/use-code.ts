import { type RefObject, useEffect, useState } from 'react'
import { codeKey, codeProblem } from '#src/codes/rules/access-code.ts'
import { afterCode } from '#src/payments/rules/after-code.ts'
import type { PayPage } from '#src/payments/rules/pay-page.ts'
import { codeSlot } from '#src/signed-help/rules/code-slot.ts'
import { takeCode } from '../ui/kept-code.ts'
import { useSending } from '../ui/sending.ts'
import { useTexts } from '../ui/texts.ts'
import { sendCode } from './send-code.ts'

/** State of the code step. Checks and sends the code; the answer becomes the next page. `typed` is the current text. */
export const useCode = (page: PayPage, go: (page: PayPage) => void, box: RefObject<HTMLInputElement | null>) => {
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
