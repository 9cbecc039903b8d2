import type { ReactNode } from 'react'
import type { TeacherStep } from '#src/reports/rules/teacher-readiness.ts'
import { type TeacherTab, teacherTabs } from '#src/signs/rules/teacher.ts'
import { hrefs } from '../paths.ts'
import type { Site } from '../screen.ts'
import { Help } from '../ui/help.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useServerTexts, useTexts } from '../ui/texts.ts'
import { StepsLeft } from './course-steps.tsx'
import type { Launch } from './launch.ts'
import { tabName } from './tab-name.ts'

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
  children: ReactNode
}

/** The header of a teacher's page, its tabs, and the course id at the bottom right. */
export const TeacherFrame = ({ course, here, launch, contextId, steps, site, children }: FrameProps) => {
  const texts = useTexts('teacher')
  const places: [Place, string, string][] = [
    ...teacherTabs.map((tab): [Place, string, string] => [tab, hrefs.teacher(launch, { tab }), tabName(texts, tab)]),
    ['roster', hrefs.ltiRoster(launch), useServerTexts('roster').whoHasAccess],
    ['lists', hrefs.ltiLists(launch), useServerTexts('lists').title],
  ]
  return (
    <div className="teacher">
      <PageHeader title={course} about={texts.teacherPage} />
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
        <div className="teacher-main">
          {here !== 'signs' && <StepsLeft steps={steps} launch={launch} />}
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
