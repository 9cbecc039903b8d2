/** Counts the running jobs of each group of a queue. */
interface JobGroups {
  /** Groups that run as many jobs as they may. */
  full(): string[]
  run(group: string | undefined, work: () => Promise<void>): Promise<void>
}

export const makeJobGroups = (most = Number.POSITIVE_INFINITY): JobGroups => {
  const running = new Map<string, number>()
  const count = (group: string, change: 1 | -1) => {
    const left = (running.get(group) ?? 0) + change
    if (left > 0) running.set(group, left)
    else running.delete(group)
  }
  return {
    full: () => [...running].filter(([, jobs]) => jobs >= most).map(([group]) => group),
    async run(group, work) {
      if (group === undefined) return work()
      count(group, 1)
      return work().finally(() => count(group, -1))
    },
  }
}
