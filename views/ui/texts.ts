import { createContext, useContext } from 'react'
import type { Language } from '#src/core/rules/language.ts'
import type { PageSection, Texts } from '#src/texts/catalogues.ts'

/** The language of a page. The server has all its texts; in the browser each island has the sections that it names. */
interface PageLanguage {
  language: Language
  texts: Partial<Texts>
}

export const PageTexts = createContext<PageLanguage | null>(null)

const usePageLanguage = (): PageLanguage => {
  const given = useContext(PageTexts)
  if (!given) throw new Error('The page has no texts')
  return given
}

export const useLanguage = (): Language => usePageLanguage().language

/** Returns a section of the texts in the language of the page. An island names its sections: views/island.ts. */
export const useTexts = <S extends PageSection>(section: S): Texts[S] => demand(usePageLanguage(), section)

/** Returns a section that only the server has. Not for islands. */
export const useServerTexts = <S extends keyof Texts>(section: S): Texts[S] => demand(usePageLanguage(), section)

const demand = <S extends keyof Texts>({ language, texts }: PageLanguage, section: S): Texts[S] => {
  const found = texts[section]
  if (!found) throw new Error(`No texts ${section} in ${language} here`)
  return found as Texts[S]
}
