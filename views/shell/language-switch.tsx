import { type Language, languageNames, languages } from '#src/core/rules/language.ts'
import { useLanguage } from '../ui/texts.ts'

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

/**
 * Language switch without JavaScript: sends the form with the id `typed`, so that what was typed is kept. Comes after the
 * form, because Enter presses the first button.
 */
export const LanguageButton = ({ action, intent }: { action: string; intent: string }) => {
  const language = useLanguage()
  const lang = languages.find(other => other !== language) ?? 'en'
  const at = { form: 'typed', formAction: inLanguage(action, lang), formNoValidate: true }
  return (
    <noscript>
      <button {...at} type="submit" className="language-button" name="typed_in" value={intent} lang={lang}>
        {languageNames[lang]}
      </button>
    </noscript>
  )
}

const inLanguage = (url: string, language: Language): string => {
  const [path = '', query] = url.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set('lang', language)
  return `${path}?${parameters}`
}
