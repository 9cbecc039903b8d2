import { setTimeout as pause } from 'node:timers/promises'

/** Polls until the result is truthy, and fails after a long timeout. */
export const until = async <T>(what: string, look: () => T | Promise<T>, seconds = 120): Promise<NonNullable<T>> => {
  for (const end = Date.now() + seconds * 1000; ; ) {
    const seen = await look()
    if (seen) return seen as NonNullable<T>
    if (Date.now() > end) throw new Error(`waited ${seconds} s in vain until ${what}`)
    await pause(20)
  }
}
