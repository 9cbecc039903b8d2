import type { Language } from '#src/core/rules/languages/language.ts'
import { courseName } from '#src/courses/rules/course.ts'
import type { TeacherNotice } from '#src/courses/rules/teacher-notice.ts'
import type { TeacherStep } from '#src/reports/rules/teacher-readiness.ts'
import type { TeacherPage } from '#src/signs/open-teacher-page.ts'
import type { About } from '#src/signs/rules/content.ts'
import Dictionary from '../dictionary/dictionary.island.tsx'
import type { DictionaryProps } from '../dictionary/props.ts'
import { Island } from '../island-host.tsx'
import type { Site } from '../screen.ts'
import { ContentNotice } from '../ui/content-notice.tsx'
import { CourseNotice } from '../ui/course-notice.tsx'
import { useServerTexts, useTexts } from '../ui/texts.ts'
import { CourseSteps } from './course-steps.tsx'
import { Faqs } from './faqs.tsx'
import { TeacherFrame } from './frame.tsx'
import { HowTo } from './how-to.tsx'
import type { Launch } from './launch.ts'
import { Resources } from './resources.tsx'
import { tabName } from './tab-name.ts'
import { Units } from './units.tsx'

export interface TeacherData {
  page: TeacherPage
  launch: Launch
  /** Only on the first tab. */
  dictionary: DictionaryProps | null
  /** Lesson and guide named in the address. */
  lesson: string | undefined
  item: string | undefined
  /** Shows the map of all units in place of one. */
  isMap: boolean
  about: { text: About; language: Language }
  courseNotice: TeacherNotice | null
  /** Steps to prepare the course. The first tab lists them, the others say how many are left. */
  steps: TeacherStep[]
}

/** The content of the open tab, below what is to be done for the course. */
export const TeacherView = ({ data, site }: { data: TeacherData; site: Site }) => {
  const { opened, content } = data.page
  const { yourCourse } = useServerTexts('sentences')
  return (
    <TeacherFrame
      course={courseName(opened, yourCourse)}
      here={content.tab}
      launch={data.launch}
      contextId={opened.contextId}
      steps={data.steps}
      site={site}
    >
      <h2 className="visually-hidden">{tabName(useTexts('teacher'), content.tab)}</h2>
      <CourseNotice notice={data.courseNotice} />
      {content.tab === 'signs' && <CourseSteps steps={data.steps} />}
      <Tab data={data} />
      <ContentNotice about={data.about} />
    </TeacherFrame>
  )
}

const Tab = ({ data }: { data: TeacherData }) => {
  const { content, opened } = data.page
  switch (content.tab) {
    case 'signs':
      return data.dictionary && <Island of={Dictionary} props={data.dictionary} />
    case 'units':
      return <Units allowed={opened.units} {...content} launch={data.launch} lesson={data.lesson} isMap={data.isMap} />
    case 'resources':
      return <Resources resources={content.resources} />
    case 'how-to':
      return <HowTo groups={content.groups} launch={data.launch} item={data.item} />
    case 'faqs':
      return <Faqs faqs={content.faqs} language={content.language} />
    default:
      return content satisfies never
  }
}
