/** Counts events of this process by their labels, for /metrics. Labels have few values, and no personal data. */
export const makeEventCounts = <Label extends string>() => {
  const counts = new Map<string, { labels: Record<Label, string>; count: number }>()
  return {
    add(labels: Record<Label, string>): void {
      const key = JSON.stringify(labels)
      const entry = counts.get(key) ?? { labels, count: 0 }
      entry.count += 1
      counts.set(key, entry)
    },
    list: () => [...counts.values()],
  }
}

export type EventCounts<Label extends string> = ReturnType<typeof makeEventCounts<Label>>

/** Outside services, as /metrics names them. `lms` are the services of all schools' platforms. */
export type Service = 'canvas' | 'captcha' | 'clip-storage' | 'lms' | 'mail' | 'sms' | 'stripe' | 'video'

/** Calls of this process to outside services. */
export const outsideCalls = makeEventCounts<'service' | 'outcome'>()

/** Calls to one service and their answer times, in milliseconds. */
export interface AnswerTimes {
  service: Service
  calls: number
  /** Sum of all calls. */
  total: number
  slowest: number
}

let times = new Map<Service, AnswerTimes>()

/** Adds the time that a call took, with or without an answer. */
export const addAnswerTime = (service: Service, milliseconds: number): void =>
  keep({ service, calls: 1, total: milliseconds, slowest: milliseconds })

const keep = (added: AnswerTimes): void => {
  const { calls, total, slowest } = times.get(added.service) ?? { calls: 0, total: 0, slowest: 0 }
  times.set(added.service, {
    service: added.service,
    calls: calls + added.calls,
    total: total + added.total,
    slowest: Math.max(slowest, added.slowest),
  })
}

/** Saves the answer times since the last call, and forgets them. If saving fails, they are kept for the next call. */
export const saveAnswerTimes = async (save: (times: AnswerTimes[]) => Promise<void>): Promise<void> => {
  const taken = [...times.values()]
  times = new Map()
  try {
    if (taken.length > 0) await save(taken)
  } catch (error) {
    taken.forEach(keep)
    throw error
  }
}

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
