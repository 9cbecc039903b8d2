import fc from 'fast-check'
import { size } from './size.ts'
import type { Test } from './test.ts'

const runs = { numRuns: size(300, 10_000) }

/** A rule that must hold for everything fast-check makes up; a failure shows the smallest case that breaks it. */
export const holds = <T extends [unknown, ...unknown[]]>(
  t: Test,
  rule: string,
  given: { [I in keyof T]: fc.Arbitrary<T[I]> },
  check: (...values: T) => boolean,
): void => {
  fc.assert(fc.property<T>(...given, check), runs)
  t.pass(rule)
}
