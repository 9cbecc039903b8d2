import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef } from 'react'
import type { Sign } from '#src/signs/rules/dictionary.ts'
import { useTexts } from '../ui/texts.ts'
import { SignSheet } from './sign-sheet.tsx'

interface SignDialogProps {
  sign: Sign
  /** Addresses for Back, Next and Close without JavaScript; null when there is no sign on that side. */
  back: string | null
  next: string | null
  close: string
  /** Address of another sign, by its slug. */
  hrefOf(slug: string): string
  edits?: true | undefined
  go(where: 'back' | 'next' | 'close'): void
}

/**
 * Dialog with one sign. The server renders it open above the results, with three links. After hydration it is modal,
 * and the arrow keys work too.
 */
export const SignDialog = ({ sign, back, next, close, hrefOf, edits, go }: SignDialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const ui = useTexts('ui')
  const texts = useTexts('dictionary')
  useEffect(() => {
    const shown = dialog.current
    if (!shown?.showModal) return
    shown.close()
    shown.showModal()
    return () => shown.close()
  }, [])
  // At the end of the list the focused link is gone. Focus the dialog so that the keys keep working.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each sign shown
  useEffect(() => {
    if (!dialog.current?.contains(document.activeElement)) dialog.current?.focus()
  }, [sign])

  const follow = (where: 'back' | 'next' | 'close') => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    go(where)
  }
  const onKeyDown = (event: KeyboardEvent) => {
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
      onKeyDown={onKeyDown}
      onCancel={event => {
        event.preventDefault()
        go('close')
      }}
    >
      <div className="sign-head">
        <h2 id={titleId} className="gloss" lang="en" aria-live="polite">
          {sign.gloss}
        </h2>
        <div className="sign-nav">
          <DialogLink to={back} onClick={follow('back')}>
            {ui.back}
          </DialogLink>
          <DialogLink to={next} onClick={follow('next')}>
            {texts.next}
          </DialogLink>
          <DialogLink to={close} onClick={follow('close')}>
            {ui.close}
          </DialogLink>
        </div>
      </div>
      <SignSheet sign={sign} hrefOf={hrefOf} edits={edits} />
    </dialog>
  )
}

const DialogLink = ({
  to,
  onClick,
  children,
}: {
  to: string | null
  onClick(event: MouseEvent): void
  children: string
}) =>
  to === null ? (
    <span className="button button-quiet nav-none" aria-disabled="true">
      {children}
    </span>
  ) : (
    <a className="button button-quiet" href={to} onClick={onClick}>
      {children}
    </a>
  )
