import { type RefObject, useEffect, useState } from 'react'
import { codeKey, codeMessages, codeProblem } from '#src/domain/access-code.ts'
import { afterReply, type PayPage } from '#src/domain/pay-page.ts'
import { useSending } from '../ui/sending.ts'
import { sendCode } from './send-code.ts'

/** Sends what stands in the box, and what is answered becomes the next page. `typed` is what stands there. */
export const useCode = (page: PayPage, go: (page: PayPage) => void, box: RefObject<HTMLInputElement | null>) => {
  const { answerTo, setToast, ...shown } = useSending()
  const [typed, setTyped] = useState(page.typed)
  useEffect(() => {
    box.current?.focus({ preventScroll: true })
    setTyped(box.current?.value ?? '')
  }, [box])

  const wrong = (text: string) => {
    go({ ...page, note: null, problem: { at: 'code', text } })
    box.current?.focus()
  }
  const clear = () => {
    if (box.current) box.current.value = ''
    setTyped('')
  }
  const submit = async () => {
    if (shown.sending) return
    // The rule that the server's form is made of, without the library around it: old devices load 5 kB less.
    const coupon = (box.current?.value ?? '').trim()
    const problem = codeProblem(coupon)
    if (problem) return wrong(problem)
    if (page.needs.some(({ code }) => code !== null && codeKey(code) === codeKey(coupon))) {
      clear()
      return go({ ...page, note: codeMessages.counted, problem: null })
    }
    const sent = await answerTo(sendCode(page.door, page.token, coupon))
    if (!sent) return
    // What stood there about a code before is not said of this one, which nobody has looked at.
    if (sent.kind === 'broken') return go({ ...page, note: null, problem: null })
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
  return { submit, typed, setTyped, ...shown }
}
