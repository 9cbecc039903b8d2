import { type Language, languageNames, languages } from '#src/core/rules/language.ts'

/** Links to the same page in the other languages. The page behind the link keeps the choice. */
export const LanguageSwitch = ({ language, url }: { language: Language; url: string }) => (
  <nav className="languages">
    {languages
      .filter(other => other !== language)
      .map(other => (
        <a key={other} href={inLanguage(url, other)} lang={other} hrefLang={other}>
          {languageNames[other]}
        </a>
      ))}
  </nav>
)

const inLanguage = (url: string, language: Language): string => {
  const [path = '', query] = url.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set('lang', language)
  return `${path}?${parameters}`
}
