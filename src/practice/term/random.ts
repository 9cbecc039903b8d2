/** Seeded random choices: the same seed gives the same practice data. Not for secrets. */
export interface Random {
  /** A number from 0 to below 1. */
  next(): number
  /** A whole number from 0 to below `count`. */
  below(count: number): number
  between(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** Picks by weight. */
  weighted<T>(choices: readonly (readonly [T, number])[]): T
  /** Log-normal: half of the numbers are below `median`; a `spread` of 1 gives a long tail. */
  longTailed(median: number, spread: number): number
  text(length: number): string
  uuid(): string
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** FNV-1a, 32 bits. */
const hash = (text: string): number => {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}

/** Mulberry32, a generator with 32 bits of state. */
export const makeRandom = (seed: string): Random => {
  let state = hash(seed)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const below = (count: number): number => Math.floor(next() * count)
  const letters = (from: string, length: number): string => {
    let text = ''
    for (let i = 0; i < length; i++) text += from[below(from.length)]
    return text
  }
  const sums = new Map<unknown, number>()
  return {
    next,
    below,
    between: (least, most) => least + next() * (most - least),
    chance: probability => next() < probability,
    pick: list => list[below(list.length)]!,
    weighted(choices) {
      const sum = sums.get(choices) ?? choices.reduce((all, [, weight]) => all + weight, 0)
      sums.set(choices, sum)
      let left = next() * sum
      for (const [choice, weight] of choices) {
        left -= weight
        if (left < 0) return choice
      }
      return choices.at(-1)![0]
    },
    longTailed(median, spread) {
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
      return median * Math.exp(spread * normal)
    },
    text: length => letters(LETTERS, length),
    uuid() {
      const hex = letters('0123456789abcdef', 32)
      return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
    },
  }
}
