import type pg from 'pg'
import type { Child } from '../child.ts'
import { median } from '../load.ts'
import { type Quartiles, quartiles } from './quartiles.ts'
import type { Peer } from './servers.ts'

export interface Row {
  what: string
  ratio: Quartiles
  goal: string
  /** Absolute figures: the median of each side. */
  context: string
}

export interface Scene {
  client: pg.Client
  product: Child
  peers: Record<Peer, Child>
  /** Address of the payment page, the same on every server. */
  page: string
  /** The product in demo mode, which fetches keys from this machine, and its standard of comparison. */
  launching: Child
  ltijs: Child
  lms: string
  isQuick: boolean
}

/** Rounds that only warm the servers up: the compiler of V8 optimizes what runs often. */
export const WARM_UP = 3

/** Returns a row with the ratios of the first side to the second. */
export const compared = (
  all: [first: number, second: number][],
  what: string,
  goal: string,
  unit: string,
  per = 1,
): Row => {
  const pairs = all.slice(WARM_UP)
  const [first, second] = [0, 1].map(side => median(pairs.map(pair => pair[side]!)) / per)
  const ratio = quartiles(pairs.map(([a, b]) => a / b))
  return { what, goal, ratio, context: `${first!.toFixed(2)} and ${second!.toFixed(2)} ${unit}` }
}
