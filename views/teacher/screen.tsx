import { courseName } from '#src/domain/course.ts'
import type { LaunchOpened } from '#src/domain/launch.ts'
import { pageExpired } from '#src/domain/teacher.ts'
import { paths } from '../paths.ts'
import { type LocalPath, page, type Screen, screen } from '../screen.ts'
import { Message } from '../ui/message.tsx'

/** Where a teacher's launch lands: a page for those who come by one, and for two hours (rules.md E7). */
const landing = (path: LocalPath, app: LaunchOpened['app'], title: string): Screen =>
  screen<LaunchOpened | null>({
    path,
    access: 'public',
    chrome: 'bare',
    load: async ({ query, operations }) => {
      const opened = await operations.findLaunch(query.token ?? '', query.state ?? '')
      const mine = opened?.app === app ? opened : null
      return page(mine, {
        title: mine ? title : 'Page expired',
        status: mine ? 200 : 410,
        framedBy: { lms: mine?.framers ?? [] },
      })
    },
    View: ({ data, site }) =>
      data ? (
        <Message title={title} site={site}>
          <p className="lead">Your launch worked: you are signed in to {courseName(data)} as a teacher.</p>
          <p className="soft">{data.contextId}</p>
        </Message>
      ) : (
        <Message title="Page expired" site={site}>
          <p>{pageExpired(site.support.email)}</p>
        </Message>
      ),
  })

export const ltiTeacher = landing(paths.ltiTeacher, 'teacher', 'Teacher resources')
export const ltiWts = landing(paths.ltiWts, 'wts', "What's the Sign?")
