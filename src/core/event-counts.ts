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
