import { createContext, useContext } from 'react'
import { renderToString } from 'react-dom/server'
import { type IslandView, idPrefix } from './island.ts'
import { PageTexts } from './ui/texts.ts'

/** The islands rendered on the current page. The page loads scripts and texts only for these. */
export const RenderedIslands = createContext<Set<RenderedIsland> | null>(null)

export interface RenderedIsland extends Pick<IslandView<never>, 'island' | 'sections'> {
  /** Loads when it is seen, not with the page. */
  isLazy?: boolean
}

/** Renders an island as a React root of its own, as the browser hydrates it. React escapes the JSON props. */
export const Island = <P extends object>({
  of: View,
  props,
  eager,
  lazy = false,
}: {
  of: IslandView<P>
  props: P
  eager?: boolean
  /** For a part that most visitors never open. */
  lazy?: boolean
}) => {
  useContext(RenderedIslands)?.add(lazy ? { island: View.island, sections: View.sections, isLazy: true } : View)
  const html = renderToString(
    <PageTexts value={useContext(PageTexts)}>
      <View {...props} />
    </PageTexts>,
    { identifierPrefix: idPrefix(View.island) },
  )
  return (
    <div
      data-island={View.island}
      data-eager={eager}
      data-props={JSON.stringify(props)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React above
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
