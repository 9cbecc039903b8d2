import { useEffect, useState } from 'react'
import { letPass } from './passing.ts'

/**
 * A passing notice titled Notification (spec §8). What it says stands in the page too, since it goes away by itself; while
 * it is pointed at, it stays.
 */
export const Toast = ({ message, milliseconds }: { message: string; milliseconds: number }) => {
  const [shown, show] = useState(true)
  useEffect(() => {
    show(true)
    return letPass(
      milliseconds,
      () => document.querySelector('.toast:hover') !== null,
      () => show(false),
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
