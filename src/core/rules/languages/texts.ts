import type en from './en/index.ts'

/** The same keys and parameters, with any words. */
export type Like<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...given: infer Given) => string
      ? (...given: Given) => string
      : Like<T[K]>
}

/** A catalogue: the English one says which texts there are. */
export type Texts = Like<typeof en>

/** Sections that a browser may load, each a file of this name in `pages/`. */
export type PageSection =
  | 'ui'
  | 'code'
  | 'deck'
  | 'dictionary'
  | 'fingerspelling'
  | 'help'
  | 'pay'
  | 'join'
  | 'problem'
  | 'success'
  | 'teacher'
