import { createContext, useContext } from 'react'
import { renderToString } from 'react-dom/server'
import { type IslandView, idPrefix } from './island.ts'
import { PageTexts } from './ui/texts.ts'

/** The islands rendered on the current page. The page loads scripts and texts only for these. */
export const RenderedIslands = createContext<Set<Pick<IslandView<never>, 'island' | 'sections'>> | null>(null)

/**
 * Renders an island as a separate React root, because the browser hydrates it as one. React escapes the JSON props in
 * the attribute.
 */
export const Island = <P extends object>({
  of: View,
  props,
  eager,
}: {
  of: IslandView<P>
  props: P
  eager?: boolean
}) => {
  useContext(RenderedIslands)?.add(View)
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
