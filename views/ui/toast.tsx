import { useEffect, useState } from 'react'
import { letPass } from './passing.ts'

/**
 * Temporary notice titled Notification. The page repeats its text, because it disappears. It stays while the pointer is
 * on it.
 */
export const Toast = ({ message, milliseconds }: { message: string; milliseconds: number }) => {
  const [shown, setShown] = useState(true)
  useEffect(() => {
    setShown(true)
    return letPass(
      milliseconds,
      () => document.querySelector('.toast:hover') !== null,
      () => setShown(false),
    )
  }, [milliseconds])
  if (!shown) return null
  return (
    <div className="toast" role="status">
      <strong>Notification</strong>
      <span>{message}</span>
    </div>
  )
}
