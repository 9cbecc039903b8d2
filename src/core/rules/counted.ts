/** Returns a number with its noun: '1 course', '1,200 courses'. */
export const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
