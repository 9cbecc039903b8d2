import type { ReactNode } from 'react'
import { findFramers } from '#src/access/tokens.ts'
import { longDate } from '#src/core/rules/business-day.ts'
import type { Language } from '#src/core/rules/language.ts'
import { courseName, type TeachersCourse } from '#src/courses/rules/course.ts'
import { type TeacherNotice, teacherNotice } from '#src/courses/texts/teacher-notice.ts'
import type { TeacherStep } from '#src/desk/rules/course-reports.ts'
import { type TeacherTab, teacherTabs } from '#src/signs/rules/lessons.ts'
import { openTeacherPage } from '#src/signs/teacher-page.ts'
import { type Texts, textsIn } from '#src/texts/catalogues.ts'
import type { Launch } from '../learn-paths.ts'
import { hrefs } from '../paths.ts'
import { page, redirect, type ScreenContext, type Site } from '../screen.ts'
import { HelpWithClip } from '../signed-help/signed-help.tsx'
import { LearningLinks } from '../ui/learning-links.tsx'
import { Hourglass } from '../ui/pictures/page-pictures.tsx'
import { Help, Message, PageHeader } from '../ui/public-page.tsx'
import { useServerTexts, useTexts } from '../ui/texts.ts'

/** The notice about a course that students cannot enter now, or soon, for pages that teachers see. */
export const noticeOf = (
  course: TeachersCourse,
  { site, now, language }: { site: Site; now: Date; language: Language },
): TeacherNotice | null =>
  teacherNotice(course, {
    now,
    date: day => longDate(day, site.timezone, language),
    supportEmail: site.support.email,
    language,
  })

/** Returns the page of a launch that has expired. The LMS that framed the launch may frame it. */
export const expiredPage = async ({ query, app, language }: ScreenContext) => {
  const lms = await findFramers(app, query.token)
  return page(null, { title: textsIn(language).teacher.expiredTitle, status: 410, framedBy: { lms } })
}

/** The launch that the address names. */
export const launchOf = ({ query: { token = '', state = '' } }: ScreenContext): Launch => ({ token, state })

/**
 * Opens a teacher's page about one unit or lesson, beside the teacher page itself. Null without content, or once the
 * launch has expired; `about` is what `page` needs to know about it.
 */
export const openUnit = async (context: ScreenContext) => {
  const launch = launchOf(context)
  const { unit: asked, lesson } = context.query
  const place = { tab: 'units', unit: asked, lesson, visitor: context.language }
  const found = await openTeacherPage(context.app, { ...launch, ...place })
  if (found?.content.tab !== 'units' || !found.content.unit) return null
  const { opened, language } = found
  const { unit, signs } = found.content
  const { teacher: texts, sentences }: Texts = textsIn(language)
  const about = { language, framedBy: { lms: opened.framers } }
  return { launch, unit, signs, texts, course: courseName(opened, sentences.yourCourse), about }
}

/** Leads to the unit on the teacher page, which says so once the launch has expired. */
export const toUnits = (context: ScreenContext) =>
  redirect(hrefs.teacher(launchOf(context), { tab: 'units', unit: context.query.unit }))

/** Says that the launch of a page has expired. Students come here by an address that a teacher copied. */
export const Expired = ({ site }: { site: Site }) => {
  const texts = useTexts('teacher')
  const { areYouStudent, letter } = useServerTexts('sentences').expired
  return (
    <Message
      title={texts.expiredTitle}
      picture={<Hourglass />}
      site={site}
      help={<HelpWithClip support={site.support} slot="page-expired" letter={letter} toTeacher />}
    >
      <p>{texts.expired(site.support.email)}</p>
      <p>{areYouStudent}</p>
    </Message>
  )
}

/** A tab of the teacher page, or one of the pages beside it. */
type Place = TeacherTab | 'roster' | 'lists'

interface FrameProps {
  course: string
  here: Place
  launch: Launch
  contextId: string
  /** Steps to prepare the course. */
  steps: TeacherStep[]
  site: Site
  /** Element id of what the link at the top skips to. */
  skipsTo?: string
  /** Shows the steps on this page. On the others a line leads to them. */
  showsSteps?: boolean
  children: ReactNode
}

/** The header of a teacher's page, its tabs, and the course id at the bottom right. */
export const TeacherFrame = ({ course, here, launch, contextId, steps, site, ...rest }: FrameProps) => {
  const { skipsTo = 'content', showsSteps = false, children } = rest
  const texts = useTexts('teacher')
  const places: [Place, string, string][] = [
    ...teacherTabs.map((tab): [Place, string, string] => [tab, hrefs.teacher(launch, { tab }), texts.tabs[tab]]),
    ['roster', hrefs.ltiRoster(launch), useServerTexts('roster').whoHasAccess],
    ['lists', hrefs.ltiLists(launch), useServerTexts('lists').title],
  ]
  return (
    <div className="teacher">
      <a className="skip" href={`#${skipsTo}`}>
        {texts.skip}
      </a>
      <PageHeader title={course} about={texts.teacherPage}>
        <LearningLinks here="dictionary" />
      </PageHeader>
      <div className="teacher-body">
        <nav className="teacher-tabs" aria-label={texts.teacherPage}>
          <ul className="scroll-row">
            {places.map(([place, href, name]) => (
              <li key={place} className={place === here ? 'current' : undefined}>
                <a href={href} aria-current={place === here ? 'page' : undefined}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="teacher-main" id="content" tabIndex={-1}>
          <CourseSteps steps={steps} lead={showsSteps ? null : hrefs.teacher(launch, { tab: 'signs' })} />
          {children}
        </div>
      </div>
      <div className="teacher-foot">
        <Help support={site.support} toTeacher />
        <p className="context-id">
          {useTexts('ui').courseId} <code>{contextId}</code>
        </p>
      </div>
    </div>
  )
}

/** Steps to prepare the course, unfolded while one is left. On the other tabs one line leads to them until then. */
const CourseSteps = ({ steps, lead }: { steps: TeacherStep[]; lead: string | null }) => {
  const { stepOpen } = useTexts('teacher')
  const { stepDone } = useTexts('ui')
  const open = steps.filter(s => !s.isDone).length
  const ready = useServerTexts('courseState').ready(open)
  if (lead !== null)
    return (
      open > 0 && (
        <p className="steps-left">
          <a href={lead}>{ready}</a>
        </p>
      )
    )
  return (
    steps.length > 0 && (
      <details className="course-steps" open={open > 0}>
        <summary>{ready}</summary>
        <ul>
          {steps.map(({ isDone, text }) => (
            <li key={text} className={isDone ? 'is-done' : undefined}>
              <span className="visually-hidden">{isDone ? stepDone : stepOpen}</span>
              {text}
            </li>
          ))}
        </ul>
      </details>
    )
  )
}
