import type { Sign } from '#src/signs/rules/dictionary.ts'
import { lessonParts } from '#src/signs/rules/lessons.ts'
import { paths } from '../paths.ts'
import { barePage, type DataOf, page, type ScreenContext, screen } from '../screen.ts'
import { openUnit, toUnits } from '../teacher/frame.tsx'
import { useLanguage, useTexts } from '../ui/texts.ts'
import { LessonTitle, Parts, Sheet } from './sheet.tsx'

const load = async (context: ScreenContext) => {
  const found = await openUnit(context)
  const { lesson } = context.query
  const glance = found?.unit.glances.find(each => each.lesson === lesson)
  if (!found || !glance) return toUnits(context)
  const { course, unit, texts, launch, about } = found
  const signs = found.signs.filter(sign => sign.lesson === lesson)
  const title = texts.sheet.title(glance.lesson)
  return page({ course, unit, title, glance, signs, launch }, { title: `${title} · ${course}`, ...about })
}

/** A lesson and its signs on paper, to hand out: without the note for the teacher. */
export const lessonSheet = screen({
  path: paths.ltiLesson,
  ...barePage,
  styles: 'teach',
  load,
  View: ({ data }) => <Lesson {...data} />,
})

const Lesson = ({ glance, signs, ...sheet }: DataOf<typeof load>) => (
  <Sheet {...sheet} lesson={glance.lesson}>
    <LessonTitle glance={glance} />
    <Parts parts={lessonParts(glance, useLanguage())} />
    {signs.length > 0 && <Vocabulary signs={signs} />}
  </Sheet>
)

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
