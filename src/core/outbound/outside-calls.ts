import { makeTally } from '../tally.ts'

/** Outside services, as /metrics names them. `lms` are the services of all schools' platforms. */
export type Service = 'canvas' | 'captcha' | 'clip-storage' | 'lms' | 'mail' | 'sms' | 'stripe' | 'video'

/** Calls of this process to outside services. */
export const outsideCalls = makeTally<'service' | 'outcome'>()

/** Answer times of one service since this process started. */
export interface AnswerTimes {
  service: Service
  calls: number
  /** In milliseconds. */
  mean: number
  slowest: number
}

const times = new Map<Service, { calls: number; total: number; slowest: number }>()

/** Adds the time that a call took, with or without an answer. */
export const addAnswerTime = (service: Service, milliseconds: number): void => {
  const { calls, total, slowest } = times.get(service) ?? { calls: 0, total: 0, slowest: 0 }
  times.set(service, { calls: calls + 1, total: total + milliseconds, slowest: Math.max(slowest, milliseconds) })
}

/** Lists the services that were called, the slowest first. */
export const listAnswerTimes = (): AnswerTimes[] =>
  [...times]
    .map(([service, { calls, total, slowest }]) => ({ service, calls, mean: total / calls, slowest }))
    .toSorted((a, b) => b.mean - a.mean)

/** Counts one call by the status of its answer; null for a call without a complete answer. */
export const countCall = (service: Service, status: number | null): void =>
  outsideCalls.add({ service, outcome: outcomeOf(status) })

const outcomeOf = (status: number | null): string => {
  if (status === null) return 'no_answer'
  if (status < 400) return 'answered'
  if (status === 401 || status === 403) return 'rejected'
  if (status === 429) return 'throttled'
  return status < 500 ? 'refused' : 'failed'
}
