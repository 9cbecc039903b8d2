import { courseName } from '#src/courses/rules/course.ts'
import type { Glance } from '#src/signs/rules/content.ts'
import type { Sign } from '#src/signs/rules/dictionary.ts'
import { lessonParts } from '#src/signs/rules/lessons.ts'
import { openTeacherPage } from '#src/signs/teacher-page.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { Island } from '../island-host.tsx'
import type { Launch } from '../learn-paths.ts'
import { hrefs, paths } from '../paths.ts'
import { page, type Site, screen } from '../screen.ts'
import { Expired, expiredPage } from '../teacher/frame.tsx'
import { PartLabel } from '../teacher/lesson-view.tsx'
import { ContentTitle } from '../ui/content-title.tsx'
import { Html } from '../ui/html.tsx'
import { Signpost } from '../ui/pictures/page-pictures.tsx'
import { Help, Message, PageHeader } from '../ui/public-page.tsx'
import { useLanguage, useTexts } from '../ui/texts.ts'
import PrintButton from './print-button.island.tsx'

interface Data {
  course: string
  unit: number
  glance: Glance | null
  signs: Sign[]
  launch: Launch
}

/** A lesson and its signs on paper, to hand out: without the note for the teacher. */
export const lessonSheet = screen<Data | null>({
  path: paths.ltiLesson,
  access: 'public',
  chrome: 'bare',
  styles: 'teach',
  translated: true,
  load: async context => {
    const { token = '', state = '', unit, lesson } = context.query
    const found = await openTeacherPage(context.app, {
      token,
      state,
      tab: 'units',
      unit,
      lesson,
      visitor: context.language,
    })
    if (found?.content.tab !== 'units') return expiredPage(context)
    const { opened, content, language } = found
    const { teacher, sentences } = textsIn(language)
    const glance = content.unit?.glances.find(each => each.lesson === lesson) ?? null
    const course = courseName(opened, sentences.yourCourse)
    const signs = content.signs.filter(sign => sign.lesson === lesson)
    return page(
      { course, unit: content.chosen ?? 1, glance, signs, launch: { token, state } },
      {
        title: `${glance ? teacher.sheet.title(glance.lesson) : teacher.sheet.none} · ${course}`,
        language,
        status: glance ? 200 : 404,
        framedBy: { lms: opened.framers },
      },
    )
  },
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
            <th scope="col">{sheet.sign}</th>
            <th scope="col">{sheet.meaning}</th>
            <th scope="col">{sheet.spanish}</th>
            <th scope="col">{sheet.notes}</th>
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
