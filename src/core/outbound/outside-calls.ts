import { makeTally } from '../tally.ts'

/** Outside services, as /metrics names them. `lms` are the services of all schools' platforms. */
export type Service = 'canvas' | 'captcha' | 'clip-storage' | 'lms' | 'mail' | 'sms' | 'stripe' | 'video'

/** Calls of this process to outside services. */
export const outsideCalls = makeTally<'service' | 'outcome'>()

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
