import { createContext, useContext } from 'react'

/** Markup of each drawing of the viewer's side by its name, from the built files; empty in tests that have none. */
export const DrawnHands = createContext<ReadonlyMap<string, string>>(new Map())

/** True if the page can contain drawings. */
export const useDrawnHands = (): boolean => useContext(DrawnHands).size > 0

/** Drawings within the page, so that a word does not load the whole alphabet. */
export const HandSymbols = ({ of }: { of: string[] }) => {
  const drawn = useContext(DrawnHands)
  const symbols = [...new Set(of)].map(name => drawn.get(name) ?? '').join('')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawings
  return <svg display="none" dangerouslySetInnerHTML={{ __html: symbols }} />
}
