import { languageNames, languages } from '#src/core/rules/language.ts'
import { withQuery } from '../pay-paths.ts'
import { useLanguage } from './texts.ts'

/**
 * Language switch of a form without JavaScript: sends the form, so that what was typed is kept. Last in the form, because
 * Enter presses its first button.
 */
export const LanguageButton = ({ action, intent }: { action: `/${string}`; intent: string }) => {
  const language = useLanguage()
  return (
    <noscript>
      <p className="form-languages">
        {languages
          .filter(other => other !== language)
          .map(lang => (
            <button
              key={lang}
              type="submit"
              formAction={withQuery(action, { lang })}
              formNoValidate
              name="typed_in"
              value={intent}
              lang={lang}
            >
              {languageNames[lang]}
            </button>
          ))}
      </p>
    </noscript>
  )
}
