import { createContext } from 'react'

/** What a page may contain instead of loading it. Empty in the browser and in tests, which have no built files. */
export interface Drawn {
  /** SVG symbols of the hands, of the viewer's side, by the name of the drawing. */
  hands: ReadonlyMap<string, string>
  /** Returns the picture at an address as a `data:` address, or null. */
  picture(address: string): string | null
}

export const DrawnContext = createContext<Drawn>({ hands: new Map(), picture: () => null })
