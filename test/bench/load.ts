import autocannon from 'autocannon'
import type { Child } from './child.ts'

export interface Request {
  method: 'GET' | 'POST'
  path: string
  body?: string
  cookie?: string
}

/** A server to measure, its requests and the expected status. */
interface Side {
  child: Child
  /** The requests of one round, each sent once. */
  requests(amount: number): Request[] | Promise<Request[]>
  status: number
}

interface Round {
  /** Microseconds of server CPU per request. */
  cpu: number
  /** Microseconds of PostgreSQL's CPU per request, if it is measured. */
  postgres: number
  perSecond: number
}

export interface Size {
  rounds: number
  /** Requests in a round. */
  amount: number
}

const CONNECTIONS = 16

/** Reads the milliseconds of CPU that PostgreSQL has used. */
type Postgres = () => Promise<number>
const notMeasured: Postgres = async () => 0

/** Sends all requests of a round over 16 connections, and fails on any unexpected answer. */
export const run = async (
  { child, requests, status }: Side,
  amount: number,
  postgres = notMeasured,
): Promise<Round> => {
  const list = await requests(amount)
  let next = 0
  const postgresBefore = await postgres()
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
  return {
    cpu: ((await child.cpu()) - before) / amount,
    postgres: (((await postgres()) - postgresBefore) * 1000) / amount,
    perSecond: (amount / (ended - began)) * 1000,
  }
}

export const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

const headed = ({ cookie, ...request }: Request) => ({
  ...request,
  headers: { ...(request.body === undefined ? {} : FORM), ...(cookie ? { cookie } : {}) },
})

export const median = (numbers: number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Measures the sides in turn, with alternating order, after one warm-up round. */
export const interleave = (sides: Side[], { rounds, amount }: Size, postgres?: Postgres): Promise<Round[][]> =>
  inTurn(
    sides.map(side => () => run(side, amount, postgres)),
    rounds,
  )

export const inTurn = async <T>(sides: (() => Promise<T>)[], rounds: number): Promise<T[][]> => {
  const measured: T[][] = []
  for (let round = -1; round < rounds; round++) {
    const results: T[] = []
    const turns = [...sides.entries()]
    for (const [i, measure] of round % 2 === 0 ? turns : turns.reverse()) results[i] = await measure()
    if (round >= 0) measured.push(results)
  }
  return measured
}

/** The median of the rounds' ratios of the first side to the second. */
export const ratio = (rounds: Round[][], of: keyof Round, first = 0, second = 1): number =>
  median(rounds.map(round => round[first]![of] / round[second]![of]))
