import { useEffect, useState } from 'react'
import { autoHide } from './auto-hide.ts'
import { useTexts } from './texts.ts'

/**
 * Temporary notice titled Notification. The page repeats its text, because it disappears. It stays while the pointer is
 * on it.
 */
export const Toast = ({ message, milliseconds }: { message: string; milliseconds: number }) => {
  const texts = useTexts('ui')
  const [shown, setShown] = useState(true)
  useEffect(() => {
    setShown(true)
    return autoHide(
      milliseconds,
      () => document.querySelector('.toast:hover') !== null,
      () => setShown(false),
    )
  }, [milliseconds])
  if (!shown) return null
  return (
    <div className="toast" role="status">
      <strong>{texts.notification}</strong>
      <span>{message}</span>
    </div>
  )
}
