import { type Language, languageNames, languages } from '#src/core/rules/languages/language.ts'
import { useLanguage } from './texts.ts'

/**
 * The main sentences of a page in the other languages, folded. For answers to a post that cannot be sent again, where a
 * link to the same page would not work.
 */
export const InOtherLanguages = ({ lines }: { lines(language: Language): string[] }) => {
  const own = useLanguage()
  return languages
    .filter(language => language !== own)
    .map(language => (
      <details key={language} className="in-other-language" lang={language}>
        <summary>{languageNames[language]}</summary>
        {lines(language).map(line => (
          <p key={line}>{line}</p>
        ))}
      </details>
    ))
}
