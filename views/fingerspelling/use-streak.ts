import { useEffect, useState } from 'react'

const KEY = 'signbook-drill-best'

/** Right answers in a row, and the most so far in this browser. Nothing is sent. */
export const useStreak = () => {
  const [streak, setStreak] = useState(0)
  const [best, setBest] = useState(0)
  useEffect(() => {
    try {
      setBest(Number(localStorage.getItem(KEY)) || 0)
    } catch {
      // The browser keeps nothing here. The streak lasts until the page is left.
    }
  }, [])
  const count = (right: boolean) => {
    const next = right ? streak + 1 : 0
    setStreak(next)
    if (next <= best) return
    setBest(next)
    try {
      localStorage.setItem(KEY, String(next))
    } catch {
      // As above.
    }
  }
  return { streak, best, count }
}
