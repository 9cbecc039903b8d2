import type { ReactNode } from 'react'
import type { PageSection } from '#src/texts/catalogues.ts'

/** A component that is hydrated in the browser. Its props are sent as JSON, so they must be plain data. */
export interface IslandView<P> {
  (props: P): ReactNode
  /** Path of its file without `views/` and `.island.tsx`. The browser finds the module by it. */
  island: string
  /** Sections of the texts that it and its parts use. The browser loads them in the language of the page. */
  sections: PageSection[]
}

export const island = <P extends object>(
  name: string,
  view: (props: P) => ReactNode,
  sections: PageSection[] = [],
): IslandView<P> => Object.assign(view, { island: name, sections })

/** Prefix of the ids React generates in an island. Must match on server and browser, and differ for each island. */
export const idPrefix = (name: string): string => `${name.replace(/\W/g, '-')}-`
