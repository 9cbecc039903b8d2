import { languageNames, languages } from '#src/core/rules/language.ts'
import { withQuery } from '../pay-paths.ts'
import { useLanguage } from './texts.ts'

/**
 * Language switch without JavaScript: sends the form with the id `typed`, so that what was typed is kept. Comes after the
 * form, because Enter presses the first button.
 */
export const LanguageButton = ({ action, intent }: { action: `/${string}`; intent: string }) => {
  const language = useLanguage()
  const lang = languages.find(other => other !== language) ?? 'en'
  const at = { form: 'typed', formAction: withQuery(action, { lang }), formNoValidate: true }
  return (
    <noscript>
      <button {...at} type="submit" className="language-button" name="typed_in" value={intent} lang={lang}>
        {languageNames[lang]}
      </button>
    </noscript>
  )
}
