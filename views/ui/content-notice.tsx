import type { Language } from '#src/core/rules/languages/language.ts'
import type { About } from '#src/signs/rules/content.ts'
import { Html } from './html.tsx'
import { useServerTexts } from './texts.ts'

/** Notice from the content folder, such as "This is sample content", and the language that it is in. */
export const ContentNotice = ({ about: { text, language } }: { about: { text: About; language: Language } }) => {
  const texts = useServerTexts('sentences')
  return (
    text.notice && (
      <aside className="content-notice" aria-label={texts.aboutContent}>
        <Html html={text.notice} lang={language} />
      </aside>
    )
  )
}
