import { findCourseLink } from '#src/courses/courses.ts'
import { paths } from '../../paths.ts'
import { demoPage, page, screen } from '../../screen.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card, PageHeader } from '../../ui/public-page.tsx'

/** Stand-in page for the learning platforms of the demo data, which do not exist. Shows the address as text. */
export const demoPlatform = screen<{ url: string; course: string | null }>({
  path: paths.demoPlatform,
  ...demoPage,
  load: async ({ query, app }) => {
    const url = query.url ?? ''
    const id = url.match(/\/courses\/(.+)$/)?.[1]
    const course = id ? await findCourseLink(app, id) : null
    return page({ url, course: course?.name ?? null }, { title: 'The learning platform' })
  },
  View: ({ data: { url, course } }) => (
    <div className="column">
      <PageHeader title={course ?? 'The learning platform'} about="A page of the demo" />
      <Card>
        <p className="lead">In a real school, the learning platform opens here.</p>
        {url && (
          <p>
            The link leads to <code>{url}</code>
          </p>
        )}
        <p>This demo has no real platform. You have seen all that Signbook does.</p>
        <ButtonLink href={paths.demo}>Back to the practice LMS</ButtonLink>
      </Card>
    </div>
  ),
})
