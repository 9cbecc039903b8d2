import type { ReactNode } from 'react'
import { type Glance, titleIn, type Unit } from '#src/signs/rules/content.ts'
import type { LessonPart } from '#src/signs/rules/lessons.ts'
import { Island } from '../island-host.tsx'
import type { Launch } from '../learn-paths.ts'
import { hrefs } from '../paths.ts'
import { PartLabel } from '../teacher/lesson-view.tsx'
import { ContentTitle } from '../ui/content-title.tsx'
import { Html } from '../ui/html.tsx'
import { PageHeader } from '../ui/public-page.tsx'
import { useLanguage, useTexts } from '../ui/texts.ts'
import PrintButton from './print-button.island.tsx'

interface SheetProps {
  title: string
  course: string
  unit: Unit
  lesson?: string
  launch: Launch
  children: ReactNode
}

/** Frame of a page to print about a unit: its title, the way back to the unit or lesson, and the button. */
export const Sheet = ({ title, course, unit, lesson, launch, children }: SheetProps) => (
  <div className="wide lesson-sheet">
    <PageHeader title={title} about={`${course} · ${titleIn(useLanguage(), unit.title, unit.translated).text}`}>
      <a href={hrefs.teacher(launch, { tab: 'units', unit: String(unit.unit), lesson })}>
        {useTexts('teacher').teacherPage}
      </a>
    </PageHeader>
    <Island of={PrintButton} props={{}} eager />
    {children}
  </div>
)

export const LessonTitle = ({ glance: { lesson, name, translated } }: { glance: Glance }) => (
  <h2>
    {lesson} <ContentTitle title={name} translated={translated} />
  </h2>
)

export const Parts = ({ parts }: { parts: LessonPart[] }) =>
  parts.map(part => (
    <section key={part.label}>
      {part.label && (
        <h3>
          <PartLabel {...part} />
        </h3>
      )}
      <Html html={part.html} lang={part.language} />
    </section>
  ))
