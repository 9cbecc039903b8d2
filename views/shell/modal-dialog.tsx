import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

interface ModalDialogProps {
  title: string
  onClose(): void
  children: ReactNode
}

/**
 * Native modal dialog with a title and a button to close it. Its first field gets the focus; the browser returns the
 * focus when it closes.
 */
export const ModalDialog = ({ title, onClose, children }: ModalDialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    dialog.current?.querySelector('input')?.focus()
  }, [])
  return createPortal(
    <dialog ref={dialog} className="dialog" aria-labelledby="modal-title" onClose={onClose}>
      <form method="dialog" className="dialog-head">
        <h2 id="modal-title">{title}</h2>
        <button type="submit" className="button button-quiet">
          Close
        </button>
      </form>
      {children}
    </dialog>,
    document.body,
  )
}
