import { isReviewed } from '#src/signs/fingerspelling.ts'
import { titleIn } from '#src/signs/rules/content.ts'
import { slideAt, slidesOf } from '#src/signs/rules/slides.ts'
import { Island } from '../island-host.tsx'
import PrintButton from '../lesson/print-button.island.tsx'
import { hrefs, paths } from '../paths.ts'
import { type DataOf, page, type ScreenContext, screen } from '../screen.ts'
import { LanguageSwitch } from '../shell/language-switch.tsx'
import { openUnit, toUnits } from '../teacher/frame.tsx'
import { useLanguage, useTexts } from '../ui/texts.ts'
import Projector from './projector.island.tsx'
import { SlideView } from './slide-view.tsx'

const load = async (context: ScreenContext) => {
  const { lesson, step, view } = context.query
  const found = await openUnit(context)
  const slides = found ? slidesOf(found.unit, found.signs) : []
  const at = slideAt(slides, { lesson, step })
  const slide = slides[at]
  if (!found || !slide) return toUnits(context)
  const { texts, course, launch, about } = found
  const name = titleIn(about.language, slide.name, slide.translated).text
  return page(
    { slides, at, unit: found.unit.unit, isReviewed: await isReviewed(context.app), isPrint: view === 'print', launch },
    { title: `${slide.lesson ? texts.projector.title(slide.lesson) : name} · ${course}`, ...about },
  )
}

/**
 * A unit in large type, without header and footer. Its steps are links; keys move between them with a script. After the
 * launch expired, the teacher page says so. With `view=print` all slides are there at once, each on a sheet of paper.
 */
export const projector = screen({
  path: paths.ltiProjector,
  access: 'public',
  chrome: 'none',
  styles: 'teach',
  translated: true,
  load,
  View: ({ data: { isPrint, ...data } }) =>
    isPrint ? <OnPaper {...data} /> : <Island of={Projector} props={data} eager />,
})

const OnPaper = ({ slides, unit, isReviewed, launch }: Omit<DataOf<typeof load>, 'isPrint'>) => (
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
