import autocannon from 'autocannon'
import type { Child } from './child.ts'

export interface Request {
  method: 'GET' | 'POST'
  path: string
  body?: string
}

/** A server to measure, its requests and the expected status. */
export interface Side {
  child: Child
  /** The requests of one round, each sent once. */
  requests(amount: number): Request[]
  status: number
}

interface Round {
  /** Microseconds of server CPU per request. */
  cpu: number
  perSecond: number
}

export interface Size {
  rounds: number
  /** Requests in a round. */
  amount: number
}

const CONNECTIONS = 16

/** Sends all requests of a round over 16 connections, and fails on any unexpected answer. */
export const run = async ({ child, requests, status }: Side, amount: number): Promise<Round> => {
  const list = requests(amount)
  let next = 0
  const before = await child.cpu()
  const began = performance.now()
  let ended = began
  const load = autocannon({
    url: child.base,
    connections: CONNECTIONS,
    amount,
    sampleInt: 50,
    requests: [{ setupRequest: request => ({ ...request, ...headed(list[next++ % list.length]!) }) }],
  })
  load.on('response', () => {
    ended = performance.now()
  })
  const { statusCodeStats, errors } = await load
  const good = statusCodeStats?.[status]?.count ?? 0
  if (errors > 0 || good < amount)
    throw new Error(
      `${child.base}${list[0]?.path}: ${good} of ${amount} answers were ${status}: ${JSON.stringify(statusCodeStats)}`,
    )
  return { cpu: ((await child.cpu()) - before) / amount, perSecond: (amount / (ended - began)) * 1000 }
}

const headed = (request: Request) =>
  request.body === undefined
    ? request
    : { ...request, headers: { 'content-type': 'application/x-www-form-urlencoded' } }

export const median = (numbers: number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Measures the sides in turn, with alternating order, after one warm-up round. */
export const interleave = async (sides: Side[], { rounds, amount }: Size): Promise<Round[][]> => {
  const measured: Round[][] = []
  for (let round = -1; round < rounds; round++) {
    const results: Round[] = []
    const turns = [...sides.entries()]
    for (const [i, side] of round % 2 === 0 ? turns : turns.reverse()) results[i] = await run(side, amount)
    if (round >= 0) measured.push(results)
  }
  return measured
}

/** The median of the rounds' ratios of the first side to the second. */
export const ratio = (rounds: Round[][], of: keyof Round, first = 0, second = 1): number =>
  median(rounds.map(round => round[first]![of] / round[second]![of]))
