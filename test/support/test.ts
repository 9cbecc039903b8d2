import type { Test as TapTest } from 'tap'

export type Test = TapTest
