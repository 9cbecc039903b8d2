import type { SignList } from '#src/signs/rules/sign-lists.ts'
import { hrefs } from '../paths.ts'
import type { Site } from '../screen.ts'
import { Field } from '../ui/field.tsx'
import { useServerTexts } from '../ui/texts.ts'

/** The link to a list, and the pages that open with it. */
export const ShareList = ({ list: { link }, site }: { list: SignList; site: Site }) => {
  const texts = useServerTexts('lists')
  return (
    <section className="card">
      <h2>{texts.share}</h2>
      <Field label={texts.link} hint={texts.linkHint} readOnly value={`${site.publicUrl}${hrefs.deckOfList(link)}`} />
      <p>{texts.inCourse}</p>
      <p className="lesson-links">
        <a href={hrefs.deckOfList(link)} target="_blank" rel="noopener">
          {texts.practice}
        </a>
        <a href={hrefs.vocabularyOfList(link)} target="_blank" rel="noopener">
          {texts.sheet}
        </a>
      </p>
    </section>
  )
}
