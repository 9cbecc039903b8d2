import type { ReactNode } from 'react'

/** A component that is hydrated in the browser. Its props are sent as JSON, so they must be plain data. */
export interface IslandView<P> {
  (props: P): ReactNode
  /** Path of its file without `views/` and `.island.tsx`. The browser finds the module by it. */
  island: string
}

export const island = <P extends object>(name: string, view: (props: P) => ReactNode): IslandView<P> =>
  Object.assign(view, { island: name })

/** Prefix of the ids React generates in an island. Must match on server and browser, and differ for each island. */
export const idPrefix = (name: string): string => `${name.replace(/\W/g, '-')}-`
