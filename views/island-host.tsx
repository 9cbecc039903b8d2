import { createContext, useContext } from 'react'
import { renderToString } from 'react-dom/server'
import { type IslandView, idPrefix } from './island.ts'

/** Collects the names of the islands that a page rendered: no island, no script. */
export const RenderedIslands = createContext<Set<string> | null>(null)

/**
 * Puts an island on a page: rendered by itself, as a root of its own, because that is how the browser will hydrate it.
 * The props are text in an attribute, which React escapes.
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
  useContext(RenderedIslands)?.add(View.island)
  const html = renderToString(<View {...props} />, { identifierPrefix: idPrefix(View.island) })
  return (
    <div
      data-island={View.island}
      data-eager={eager}
      data-props={JSON.stringify(props)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React made this text a line ago
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
