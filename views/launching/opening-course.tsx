import { textsIn } from '#src/core/rules/languages/catalogues.ts'
import { languages } from '#src/core/rules/languages/language.ts'
import type { Texts } from '#src/core/rules/languages/texts.ts'
import { Island } from '../island-host.tsx'
import { useLanguage, useServerTexts } from '../ui/texts.ts'
import OpenCourse, { type OpenCourseProps, type WayToOpen } from './open-course.island.tsx'

/**
 * Interim page shown while the platform saves or returns the launch state. It may be the answer to a post, so it says the
 * same in each language.
 */
export const OpeningCourse = (way: WayToOpen) => {
  const texts = useServerTexts('launch')
  const props: OpenCourseProps = { ...way, label: labelIn(texts) }
  const language = useLanguage()
  return (
    <div className="column">
      <h1>{texts.opening}</h1>
      <Island of={OpenCourse} props={props} eager />
      {languages
        .filter(other => other !== language)
        .map(other => (
          <p key={other} className="soft" lang={other}>
            {textsIn(other).launch.opening}: {labelIn(textsIn(other).launch)}
          </p>
        ))}
    </div>
  )
}

const labelIn = ({ continueTo, yourCourse }: Texts['launch']) => continueTo(yourCourse)
