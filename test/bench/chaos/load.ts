import { setTimeout as pause } from 'node:timers/promises'
import { makeCodes, signUp } from './sign-ups-and-staff.ts'
import { buyByCard, launchAgain, redeemCode } from './students.ts'
import type { World } from './world.ts'

/** Counts of what the load did. The books must agree with them. */
export interface Done {
  /** Answers by what was asked. */
  counts: Record<string, number>
  /** When each checkout was paid. */
  paidAt: Map<string, Date>
  /** Addresses whose code was accepted. */
  verified: string[]
  /** Batches of codes that staff were told of. */
  batches: number[]
}

/** The parts of a request that each worker uses. */
export interface Load extends World, Done {
  isOver(): boolean
  /** A number that no other worker got. */
  next(): number
  /** Requests a path of one of the servers, or another address; null without an answer in time. */
  ask(url: string, init?: RequestInit): Promise<Response | null>
  /** Posts JSON. */
  post(path: string, body: object, headers?: HeadersInit): Promise<{ status: number | undefined; data: Data }>
  note(kind: string, status: number | string | undefined): void
}

// biome-ignore lint/suspicious/noExplicitAny: the load looks into answers by name
type Data = any

const PATIENCE_MS = 20_000
const WORKERS: [run: (load: Load) => Promise<unknown>, amount: number][] = [
  [launchAgain, 3],
  [redeemCode, 2],
  [buyByCard, 2],
  [signUp, 2],
  [makeCodes, 1],
]

/** Students and a manager, each as often as the servers allow, until `isOver`. */
export const runLoad = async (world: World, isOver: () => boolean): Promise<Done> => {
  const done: Done = { counts: {}, paidAt: new Map(), verified: [], batches: [] }
  let numbers = 0
  const ask = (url: string, init: RequestInit = {}) => {
    const base = world.bases[Math.floor(Math.random() * world.bases.length)]
    const signal = AbortSignal.timeout(PATIENCE_MS)
    return fetch(url.startsWith('/') ? base + url : url, { redirect: 'manual', signal, ...init }).catch(() => null)
  }
  const load: Load = {
    ...world,
    ...done,
    isOver,
    next: () => ++numbers,
    ask,
    async post(path, body, headers = {}) {
      const init = { method: 'POST', body: JSON.stringify(body) }
      const answer = await ask(path, { ...init, headers: { 'content-type': 'application/json', ...headers } })
      return { status: answer?.status, data: await answer?.json().catch(() => null) }
    },
    note(kind, status) {
      const key = `${kind}: ${status ?? 'no answer'}`
      done.counts[key] = (done.counts[key] ?? 0) + 1
    },
  }
  const loop = async (run: (load: Load) => Promise<unknown>) => {
    while (!isOver()) {
      await run(load)
      await pause(50)
    }
  }
  await Promise.all(WORKERS.flatMap(([run, amount]) => Array.from({ length: amount }, () => loop(run))))
  return done
}
