export class TooManyWaiting extends Error {}

interface ConcurrencyOptions {
  /** Number of tasks with the same key that run at a time. */
  perKey: number
  inAll: number
  mostWaiting: number
}

export type ConcurrencyLimit = ReturnType<typeof makeConcurrencyLimit>

/**
 * Limits how much work on the same key runs at a time in this process, first come, first served. Put it in front of
 * transactions that wait for one row's lock, so that the waiting ones do not take all connections to the database. Work must
 * not take another turn. Throws TooManyWaiting.
 */
export const makeConcurrencyLimit = ({ perKey, inAll, mostWaiting }: ConcurrencyOptions) => {
  const running = new Map<string, number>()
  const waiting: { key: string; begin(): void }[] = []
  let total = 0

  const mayBegin = (key: string) => total < inAll && (running.get(key) ?? 0) < perKey
  const count = (key: string, change: 1 | -1) => {
    total += change
    const left = (running.get(key) ?? 0) + change
    if (left > 0) running.set(key, left)
    else running.delete(key)
  }
  const beginNext = () => {
    const at = waiting.findIndex(w => mayBegin(w.key))
    const next = waiting[at]
    if (!next) return
    waiting.splice(at, 1)
    count(next.key, 1)
    next.begin()
  }

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    if (mayBegin(key)) count(key, 1)
    else if (waiting.length >= mostWaiting) throw new TooManyWaiting(`${waiting.length} wait already`)
    else await new Promise<void>(begin => waiting.push({ key, begin }))
    try {
      return await work()
    } finally {
      count(key, -1)
      beginNext()
    }
  }
}
