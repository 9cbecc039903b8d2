import { useEffect, useState } from 'react'

/** A passing notice titled Notification (spec §8). What it says stands in the page too, since it goes away by itself. */
export const Toast = ({ message, milliseconds }: { message: string; milliseconds: number }) => {
  const [shown, show] = useState(true)
  useEffect(() => {
    show(true)
    const timer = setTimeout(() => show(false), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  if (!shown) return null
  return (
    <div className="toast" role="status">
      <strong>Notification</strong>
      <span>{message}</span>
    </div>
  )
}
