import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef } from 'react'
import type { Sign } from '#src/domain/dictionary.ts'
import { SignSheet } from './sign-sheet.tsx'

interface SignDialogProps {
  sign: Sign
  /** Where Back, Next and Close lead without a script; null where there is nothing on that side. */
  back: string | null
  next: string | null
  close: string
  go(where: 'back' | 'next' | 'close'): void
}

/**
 * The large view of one result. From the server it stands open above the results, and its three links are pages; alive,
 * it is a modal dialog, and they are keys as well.
 */
export const SignDialog = ({ sign, back, next, close, go }: SignDialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const shown = dialog.current
    if (!shown?.showModal) return
    shown.close()
    shown.showModal()
    return () => shown.close()
  }, [])
  // At an end of the list the link that was followed is one no more: the keys go on from the dialog.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each sign that is shown
  useEffect(() => {
    if (!dialog.current?.contains(document.activeElement)) dialog.current?.focus()
  }, [sign])

  const follow = (where: 'back' | 'next' | 'close') => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    go(where)
  }
  const keys = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return
    if (event.key === 'ArrowLeft' && back) go('back')
    else if (event.key === 'ArrowRight' && next) go('next')
    else return
    event.preventDefault()
  }
  return (
    <dialog
      ref={dialog}
      open
      tabIndex={-1}
      className="sign-dialog"
      aria-labelledby={titleId}
      onKeyDown={keys}
      onCancel={event => {
        event.preventDefault()
        go('close')
      }}
    >
      <div className="sign-head">
        <h2 id={titleId} className="gloss" aria-live="polite">
          {sign.gloss}
        </h2>
        <div className="sign-ways">
          <Way to={back} onClick={follow('back')}>
            Back
          </Way>
          <Way to={next} onClick={follow('next')}>
            Next
          </Way>
          <Way to={close} onClick={follow('close')}>
            Close
          </Way>
        </div>
      </div>
      <SignSheet sign={sign} />
    </dialog>
  )
}

const Way = ({ to, onClick, children }: { to: string | null; onClick(event: MouseEvent): void; children: string }) =>
  to === null ? (
    <span className="button button-quiet way-none" aria-disabled="true">
      {children}
    </span>
  ) : (
    <a className="button button-quiet" href={to} onClick={onClick}>
      {children}
    </a>
  )
