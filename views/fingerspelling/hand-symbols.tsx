import { useContext } from 'react'
import { DrawnContext } from '../ui/pictures/drawn.ts'

/** True if the page can contain drawings. */
export const useDrawnHands = (): boolean => useContext(DrawnContext).hands.size > 0

/** Drawings within the page, so that a word does not load the whole alphabet. */
export const HandSymbols = ({ of }: { of: string[] }) => {
  const { hands } = useContext(DrawnContext)
  const symbols = [...new Set(of)].map(name => hands.get(name) ?? '').join('')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawings
  return <svg display="none" dangerouslySetInnerHTML={{ __html: symbols }} />
}
