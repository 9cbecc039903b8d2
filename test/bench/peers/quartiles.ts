/** Lower quartile, median and upper quartile. */
export type Quartiles = [lower: number, median: number, upper: number]

export const quartiles = (numbers: number[]): Quartiles => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const at = (share: number): number => {
    const place = (sorted.length - 1) * share
    const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!]
    return low + (high - low) * (place - Math.floor(place))
  }
  return [at(0.25), at(0.5), at(0.75)]
}
