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
