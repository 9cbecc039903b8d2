/** Does the work for each item, 16 at a time. */
export const atOnce = async <T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = []
  const rest = items.entries()
  const worker = async () => {
    for (const [i, item] of rest) results[i] = await work(item)
  }
  await Promise.all(Array.from({ length: 16 }, worker))
  return results
}
