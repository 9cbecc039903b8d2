import type { ReactNode } from 'react'

/** A component that comes alive in the browser. Its props travel as JSON, so they hold plain data and only what it needs. */
export interface IslandView<P> {
  (props: P): ReactNode
  /** Its file without `views/` and `.island.tsx`: how the browser finds it. */
  island: string
}

export const island = <P extends object>(name: string, view: (props: P) => ReactNode): IslandView<P> =>
  Object.assign(view, { island: name })

/** The prefix of an island's ids: the same on both sides, and another for each island on a page. */
export const idPrefix = (name: string): string => `${name.replace(/\W/g, '-')}-`
