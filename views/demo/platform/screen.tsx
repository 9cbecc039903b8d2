import { paths } from '../../paths.ts'
import { page, screen } from '../../screen.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

interface Data {
  /** Where the link leads that was followed. It is shown, and leads nowhere. */
  url: string
  course: string | null
}

/** Stands for the school's learning platform, whose host is made up in the demo data (views/to-platform.ts). */
export const demoPlatform = screen<Data>({
  path: paths.demoPlatform,
  access: 'demo',
  chrome: 'bare',
  load: async ({ query, operations }) => {
    const url = query.url ?? ''
    const id = url.match(/\/courses\/(.+)$/)?.[1]
    const course = id ? await operations.findCourseLink(id) : null
    return page({ url, course: course?.name ?? null }, { title: 'The learning platform' })
  },
  View: ({ data }) => (
    <div className="column">
      <PageHeader title={data.course ?? 'The learning platform'} about="A page of the demo" />
      <Card>
        <p className="lead">Here the school's learning platform would open.</p>
        {data.url && (
          <p>
            The link leads to <code>{data.url}</code>
          </p>
        )}
        <p>In this demo that platform is made up, and no server stands there. Signbook's part of the way is done.</p>
        <ButtonLink href={paths.demo}>Back to the practice LMS</ButtonLink>
      </Card>
    </div>
  ),
})
