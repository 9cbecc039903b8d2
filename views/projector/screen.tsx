import { courseName } from '#src/courses/rules/course.ts'
import { isReviewed } from '#src/signs/fingerspelling.ts'
import { titleIn } from '#src/signs/rules/content.ts'
import { type Slide, slideAt, slidesOf } from '#src/signs/rules/slides.ts'
import { openTeacherPage } from '#src/signs/teacher-page.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { Island } from '../island-host.tsx'
import type { Launch } from '../learn-paths.ts'
import PrintButton from '../lesson/print-button.island.tsx'
import { hrefs, paths } from '../paths.ts'
import { page, redirect, screen } from '../screen.ts'
import { LanguageSwitch } from '../shell/language-switch.tsx'
import { useLanguage, useTexts } from '../ui/texts.ts'
import Projector from './projector.island.tsx'
import { SlideView } from './slide-view.tsx'

interface Data {
  slides: Slide[]
  at: number
  unit: number
  isReviewed: boolean
  /** All slides on paper. */
  isPrint: boolean
  launch: Launch
}

/**
 * A unit in large type, without header and footer. Its steps are links; keys move between them with a script. After the
 * launch expired, the teacher page says so. With `view=print` all slides are there at once, each on a sheet of paper.
 */
export const projector = screen<Data>({
  path: paths.ltiProjector,
  access: 'public',
  chrome: 'none',
  styles: 'teach',
  translated: true,
  load: async context => {
    const { token = '', state = '', unit, lesson, step, view } = context.query
    const launch = { token, state }
    const found = await openTeacherPage(context.app, {
      ...launch,
      tab: 'units',
      unit,
      lesson,
      visitor: context.language,
    })
    if (found?.content.tab !== 'units') return redirect(hrefs.teacher(launch, { tab: 'units' }))
    const { opened, content, language } = found
    const { sentences, teacher } = textsIn(language)
    const { unit: shown } = content
    const slides = shown ? slidesOf(shown, content.signs) : []
    const at = slideAt(slides, { lesson, step })
    const slide = slides[at]
    if (!shown || !slide) return redirect(hrefs.teacher(launch, { tab: 'units', unit }))
    return page(
      {
        slides,
        at,
        unit: shown.unit,
        isReviewed: await isReviewed(context.app),
        isPrint: view === 'print',
        launch,
      },
      {
        title: `${slide.lesson ? teacher.projector.title(slide.lesson) : titleIn(language, slide.name, slide.translated).text} · ${courseName(opened, sentences.yourCourse)}`,
        language,
        framedBy: { lms: opened.framers },
      },
    )
  },
  View: ({ data: { isPrint, ...data } }) =>
    isPrint ? <OnPaper {...data} /> : <Island of={Projector} props={data} eager />,
})

const OnPaper = ({ slides, unit, isReviewed, launch }: Omit<Data, 'isPrint'>) => (
  <div className="wide slides-on-paper">
    <p className="lesson-links">
      <a href={hrefs.projector(launch, { unit: String(unit) })}>{useTexts('teacher').lesson.project}</a>
      <LanguageSwitch language={useLanguage()} url={hrefs.projector(launch, { unit: String(unit), view: 'print' })} />
    </p>
    <Island of={PrintButton} props={{}} eager />
    {slides.map(slide => (
      <SlideView
        key={`${slide.lesson} ${slide.kind === 'sign' ? slide.card.slug : slide.kind}`}
        slide={slide}
        isReviewed={isReviewed}
      />
    ))}
  </div>
)
