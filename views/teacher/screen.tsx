import { courseName } from '#src/courses/rules/course.ts'
import { contentText } from '#src/signs/rules/content.ts'
import { pageExpired, pageExpiredTitle, teacherTab, teacherTabs } from '#src/signs/rules/teacher.ts'
import { loadDictionary } from '../dictionary/load.ts'
import { paths } from '../paths.ts'
import { page, screen } from '../screen.ts'
import { Message } from '../ui/message.tsx'
import { noticeOf } from './notice.ts'
import { type TeacherData, TeacherView } from './view.tsx'

/**
 * Teacher page: five tabs, each with its own address. Needs a launch from the last two hours; without one it shows only
 * the expired message.
 */
export const teacher = screen<TeacherData | null>({
  path: [paths.ltiTeacher, paths.ltiTeacherOld, paths.teacher],
  access: 'public',
  chrome: 'bare',
  load: async context => {
    const { token = '', state = '', tab: asked, unit, lesson, item } = context.query
    const tab = teacherTab(asked)
    const found = await context.modules.signs.openTeacherPage({ token, state, tab, unit })
    if (!found) {
      const lms = await context.modules.access.findFramers(token)
      return page(null, { title: pageExpiredTitle, status: 410, framedBy: { lms } })
    }
    const place = { action: paths.ltiTeacher, kept: { state, token, tab }, units: found.opened.units }
    const data = {
      page: found,
      launch: { token, state },
      dictionary: tab === 'signs' ? await loadDictionary(context, place) : null,
      lesson,
      item,
      steps: tab === 'signs' ? await context.modules.reports.checkCourseForTeacher(found.opened.courseId) : [],
      courseNotice: noticeOf(found.opened, context),
      about: contentText(context.content, 'about', context.language),
    }
    const title = `${teacherTabs[tab]} · ${courseName(found.opened)}`
    return page(data, { title, framedBy: { lms: found.opened.framers } })
  },
  View: ({ data, site }) =>
    data ? (
      <TeacherView data={data} site={site} />
    ) : (
      <Message title={pageExpiredTitle} site={site}>
        <p>{pageExpired(site.support.email)}</p>
      </Message>
    ),
})
