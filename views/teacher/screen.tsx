import { textsIn } from '#src/core/rules/languages/catalogues.ts'
import { courseName } from '#src/courses/rules/course.ts'
import { checkCourseForTeacher } from '#src/reports/read-reports.ts'
import { openTeacherPage } from '#src/signs/open-teacher-page.ts'
import { contentText } from '#src/signs/rules/content.ts'
import { teacherTab } from '#src/signs/rules/teacher.ts'
import { loadDictionary, statusOf } from '../dictionary/load.ts'
import { paths } from '../paths.ts'
import { page, screen } from '../screen.ts'
import { Expired, expiredPage } from './expired.tsx'
import { noticeOf } from './notice.ts'
import { tabName } from './tab-name.ts'
import { type TeacherData, TeacherView } from './view.tsx'

/**
 * Teacher page: five tabs, each with its own address. Needs a launch from the last two hours; without one it shows only
 * the expired message.
 */
export const teacher = screen<TeacherData | null>({
  path: [paths.ltiTeacher, paths.ltiTeacherOld, paths.teacher],
  access: 'public',
  chrome: 'bare',
  translated: true,
  load: async context => {
    const { token = '', state = '', tab: asked, unit, lesson, item, view } = context.query
    const tab = teacherTab(asked)
    const found = await openTeacherPage(context.app, { token, state, tab, unit, visitor: context.language })
    if (!found) return expiredPage(context)
    const { opened, language } = found
    const { app } = context
    const place = { action: paths.ltiTeacher, kept: { state, token, tab }, units: opened.units }
    const data = {
      page: found,
      launch: { token, state },
      dictionary: tab === 'signs' ? await loadDictionary(context, place) : null,
      lesson,
      item,
      isMap: view === 'map',
      steps: await checkCourseForTeacher(app, opened.courseId, language),
      courseNotice: noticeOf(opened, { ...context, language }),
      about: contentText(context.content, 'about', language),
    }
    const title = `${tabName(textsIn(language).teacher, tab)} · ${courseName(opened, textsIn(language).sentences.yourCourse)}`
    const status = data.dictionary ? statusOf(data.dictionary) : 200
    return page(data, { title, status, language, framedBy: { lms: opened.framers } })
  },
  View: ({ data, site }) => (data ? <TeacherView data={data} site={site} /> : <Expired site={site} />),
})
