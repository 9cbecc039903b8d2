import { type KeyboardEvent, type MouseEvent, useId, useRef, useState } from 'react'
import type { Glance } from '#src/signs/rules/content.ts'
import type { LessonSign } from '#src/signs/rules/lessons.ts'
import { island } from '../island.ts'
import { learnHrefs as hrefs, type Launch } from '../learn-paths.ts'
import { ContentTitle } from '../ui/content-title.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { useTexts } from '../ui/texts.ts'
import { LESSON, LessonView } from './lesson-view.tsx'

/**
 * Opens the projector by the key P while the focus is in the lessons, so that speech input elsewhere triggers nothing
 * (WCAG 2.1.4). In the frame of an LMS it opens a new tab.
 */
const onProjectorKey = (event: KeyboardEvent, href: string): void => {
  if (event.key.toLowerCase() !== 'p' || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  if (parent === window) location.assign(href)
  else open(href, '_blank', 'noopener')
}

/** Time after which a lesson counts as the place where the teacher is; moving on by keys passes others. */
const STAYS_MS = 1000
let staying: ReturnType<typeof setTimeout> | undefined

/** Tells the server which lesson is open, as following its link would. */
const keepPlace = (href: string): void => {
  clearTimeout(staying)
  staying = setTimeout(() => fetch(href, { method: 'HEAD' }).catch(() => {}), STAYS_MS)
}

interface GlancesProps {
  unit: number
  /** Addresses of the slides and activities of the unit. */
  links: string[]
  glances: Glance[]
  /** The lesson shown first. */
  current: string
  /** Signs of all lessons of the unit. */
  signs: LessonSign[]
  launch: Launch
}

/** Lesson overviews of a unit. Each tab is a link; after hydration they form a vertical tab list with arrow keys. */
const Glances = ({ unit, links, glances, current, signs, launch }: GlancesProps) => {
  const [chosen, setChosen] = useState(current)
  const hydrated = useHydrated()
  const texts = useTexts('teacher')
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const glance = glances.find(g => g.lesson === chosen)
  const hrefOf = (lesson: string) => hrefs.teacher(launch, { tab: 'units', unit: String(unit), lesson })
  const projector = hrefs.projector(launch, { unit: String(unit), lesson: chosen })
  const choose = (lesson: string) => {
    setChosen(lesson)
    keepPlace(hrefOf(lesson))
    history.replaceState(null, '', hrefOf(lesson))
  }
  const follow = (lesson: string) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    choose(lesson)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = glances.findIndex(g => g.lesson === chosen)
    const last = glances.length - 1
    const to = { ArrowDown: at === last ? 0 : at + 1, ArrowUp: at === 0 ? last : at - 1, Home: 0, End: last }[event.key]
    const next = to === undefined ? undefined : glances[to]
    if (!next || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    choose(next.lesson)
    list.current?.querySelectorAll('a')[to ?? 0]?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its key repeats a link
    <div className="glances" onKeyDown={event => onProjectorKey(event, projector)}>
      <div
        ref={list}
        className="glance-tabs"
        {...(hydrated
          ? { role: 'tablist', 'aria-orientation': 'vertical', 'aria-label': texts.lessons }
          : { role: 'navigation', 'aria-label': texts.lessons })}
      >
        {glances.map(g => {
          const here = g.lesson === chosen
          const roles = hydrated
            ? {
                role: 'tab',
                id: `${id}${g.lesson}`,
                'aria-selected': here,
                'aria-controls': LESSON,
                tabIndex: here ? 0 : -1,
              }
            : { 'aria-current': here || undefined }
          return (
            <a key={g.lesson} href={hrefOf(g.lesson)} onClick={follow(g.lesson)} onKeyDown={onKeyDown} {...roles}>
              <span className="lesson-number">{g.lesson}</span>{' '}
              <ContentTitle title={g.name} translated={g.translated} />
            </a>
          )
        })}
      </div>
      {glance && (
        <div
          className="glance"
          id={LESSON}
          {...(hydrated ? { role: 'tabpanel', 'aria-labelledby': `${id}${chosen}`, tabIndex: 0 } : { tabIndex: -1 })}
        >
          <LessonView
            unit={unit}
            links={links}
            glance={glance}
            signs={signs.filter(({ lesson }) => lesson === chosen)}
            launch={launch}
          />
        </div>
      )}
    </div>
  )
}

export default island('teacher/glances', Glances, ['deck', 'teacher'])
