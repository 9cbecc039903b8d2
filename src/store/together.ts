/**
 * Questions about the same thing that come at once are asked once: who comes while one is under way shares the next, which
 * begins when that one has ended. No answer is older than its question, and a class that starts at once asks a few times.
 */
export const together = <T>(ask: (key: string) => Promise<T>): ((key: string) => Promise<T>) => {
  const underWay = new Map<string, Promise<T>>()
  const next = new Map<string, Promise<T>>()
  const begin = (key: string): Promise<T> => {
    const asked = ask(key)
    underWay.set(key, asked)
    const end = () => underWay.get(key) === asked && underWay.delete(key)
    asked.then(end, end)
    return asked
  }
  return key => {
    const before = underWay.get(key)
    if (!before) return begin(key)
    const shared = next.get(key)
    if (shared) return shared
    const then = () => {
      next.delete(key)
      return begin(key)
    }
    const mine = before.then(then, then)
    next.set(key, mine)
    return mine
  }
}
