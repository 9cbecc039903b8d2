import { createContext } from 'react'

/** Drawings that the server writes into the page. Empty in the browser, and in tests without built files. */
export interface Drawn {
  /** SVG symbols of the hands, of the viewer's side, by the name of the drawing. */
  hands: ReadonlyMap<string, string>
  /** Returns the picture at an address as a `data:` address, or null. */
  picture(address: string): string | null
}

export const DrawnContext = createContext<Drawn>({ hands: new Map(), picture: () => null })
