import type { Sign } from '#src/signs/rules/dictionary.ts'
import { lessonParts } from '#src/signs/rules/lessons.ts'
import { Island } from '../island-host.tsx'
import { hrefs, paths } from '../paths.ts'
import { barePage, type DataOf, page, type ScreenContext, type Site, screen } from '../screen.ts'
import { Expired, expiredPage, openUnit } from '../teacher/frame.tsx'
import { PartLabel } from '../teacher/lesson-view.tsx'
import { ContentTitle } from '../ui/content-title.tsx'
import { Html } from '../ui/html.tsx'
import { Signpost } from '../ui/pictures/page-pictures.tsx'
import { Help, Message, PageHeader } from '../ui/public-page.tsx'
import { useLanguage, useTexts } from '../ui/texts.ts'
import PrintButton from './print-button.island.tsx'

const load = async (context: ScreenContext) => {
  const { launch, found } = await openUnit(context)
  if (!found) return expiredPage(context)
  const { course, texts, about } = found
  const { lesson } = context.query
  const glance = found.unit?.glances.find(each => each.lesson === lesson) ?? null
  const signs = found.signs.filter(sign => sign.lesson === lesson)
  return page(
    { course, unit: found.chosen ?? 1, glance, signs, launch },
    {
      title: `${glance ? texts.sheet.title(glance.lesson) : texts.sheet.none} · ${course}`,
      status: glance ? 200 : 404,
      ...about,
    },
  )
}
type Data = NonNullable<DataOf<typeof load>>

/** A lesson and its signs on paper, to hand out: without the note for the teacher. */
export const lessonSheet = screen({
  path: paths.ltiLesson,
  ...barePage,
  styles: 'teach',
  load,
  View: ({ data, site }) => (data ? <Sheet {...data} site={site} /> : <Expired site={site} />),
})

const Sheet = ({ course, unit, glance, signs, launch, site }: Data & { site: Site }) => {
  const texts = useTexts('teacher')
  const language = useLanguage()
  const back = hrefs.teacher(launch, { tab: 'units', unit: String(unit), lesson: glance?.lesson })
  if (!glance)
    return (
      <Message
        title={texts.sheet.none}
        picture={<Signpost />}
        site={site}
        help={<Help support={site.support} toTeacher />}
      >
        <p>
          <a href={back}>{texts.teacherPage}</a>
        </p>
      </Message>
    )
  return (
    <div className="wide lesson-sheet">
      <PageHeader title={texts.sheet.title(glance.lesson)} about={`${course} · ${texts.unit(unit)}`}>
        <a href={back}>{texts.teacherPage}</a>
      </PageHeader>
      <Island of={PrintButton} props={{}} eager />
      <p className="lesson-name">
        <ContentTitle title={glance.name} translated={glance.translated} />
      </p>
      {lessonParts(glance, language).map(({ label, known, html, language }) => (
        <section key={label}>
          {label && (
            <h2>
              <PartLabel label={label} known={known} />
            </h2>
          )}
          <Html html={html} lang={language} />
        </section>
      ))}
      {signs.length > 0 && <Vocabulary signs={signs} />}
    </div>
  )
}

const Vocabulary = ({ signs }: { signs: Sign[] }) => {
  const { sheet } = useTexts('teacher')
  return (
    <section>
      <h2>{useTexts('deck').lesson.title}</h2>
      <table className="lesson-vocabulary">
        <thead>
          <tr>
            {[sheet.sign, sheet.meaning, sheet.spanish, sheet.notes].map(head => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {signs.map(({ slug, gloss, english, spanish }) => (
            <tr key={slug}>
              <th scope="row" className="gloss" lang="en">
                {gloss}
              </th>
              <td lang="en">{english.join(', ')}</td>
              <td lang="es">{spanish.join(', ')}</td>
              <td />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
