import { slugOfGloss } from '#src/signs/rules/sign-slug.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { hrefs, paths } from '../paths.ts'
import { inLanguage } from '../pay-paths.ts'
import { barePage, page, screen } from '../screen.ts'
import { PageHeader } from '../ui/public-page.tsx'
import { useLanguage, useServerTexts } from '../ui/texts.ts'

/** Explains the marks of glosses. Public; a page that embeds the dictionary may frame it. */
export const glosses = screen({
  path: paths.glosses,
  ...barePage,
  styles: 'signs',
  load: async ({ language }) => page(null, { title: textsIn(language).glosses.title, framedBy: { lms: [] } }),
  View: () => {
    const texts = useServerTexts('glosses')
    const language = useLanguage()
    return (
      <div className="wide">
        <PageHeader title={texts.title} about={texts.about}>
          <a href={inLanguage(paths.dictionary, language)}>{texts.dictionary}</a>
        </PageHeader>
        <p className="lead">{texts.intro}</p>
        <dl className="gloss-key">
          {texts.marks.map(({ mark, means }) => (
            <div key={mark} className="gloss-mark">
              <dt>
                <a
                  className="gloss"
                  lang="en"
                  href={inLanguage(hrefs.dictionary(paths.dictionary, { sign: slugOfGloss(mark) }), language)}
                >
                  {mark}
                </a>
              </dt>
              <dd>{means}</dd>
            </div>
          ))}
        </dl>
      </div>
    )
  },
})
