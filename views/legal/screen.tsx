import { longDate } from '#src/core/rules/business-day.ts'
import type { Language } from '#src/core/rules/language.ts'
import { contentText, type LegalText } from '#src/signs/rules/content.ts'
import { paths } from '../paths.ts'
import { withQuery } from '../pay-paths.ts'
import { type LocalPath, page, publicPage, screen } from '../screen.ts'
import { Html } from '../ui/html.tsx'
import { Notice } from '../ui/notice.tsx'
import { useLanguage, useServerTexts } from '../ui/texts.ts'

type LegalProps = { path: LocalPath; text: LegalText; language: Language }

const legal = (path: LocalPath, name: 'terms' | 'privacy') =>
  screen<LegalProps>({
    path,
    ...publicPage,
    load: async ({ content, language }) => {
      const found = contentText(content, name, language)
      return page({ path, ...found }, { title: found.text.title })
    },
    View: ({ data }) => <Legal {...data} />,
  })

/** A legal text. A translation says that the English text decides, and leads to it. */
const Legal = ({ path, text, language }: LegalProps) => {
  const texts = useServerTexts('legal')
  const pageLanguage = useLanguage()
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text.version)
  const version = isDay ? longDate(new Date(text.version), 'UTC', pageLanguage) : text.version
  return (
    <article className="prose">
      <h1 lang={language}>{text.title}</h1>
      {language !== 'en' && (
        <Notice tone="plain">
          <p>
            {texts.translation}{' '}
            <a href={withQuery(path, { lang: 'en' })} hrefLang="en">
              {texts.readEnglish}
            </a>
          </p>
        </Notice>
      )}
      <p className="soft">{texts.version(version)}</p>
      <Html html={text.html} lang={language} />
    </article>
  )
}

/** Pages with the texts of the two dialogs, for links and for browsers without JavaScript. */
export const terms = legal(paths.terms, 'terms')
export const privacy = legal(paths.privacy, 'privacy')
