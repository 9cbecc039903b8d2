import { paths } from '../../paths.ts'
import { demoPage, page, screen } from '../../screen.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card, PageHeader } from '../../ui/public-page.tsx'

/** Stand-in page for the learning platforms of the demo data, which do not exist. Shows the address as text. */
export const demoPlatform = screen<string>({
  path: paths.demoPlatform,
  ...demoPage,
  load: async ({ query }) => page(query.url ?? '', { title: 'The learning platform' }),
  View: ({ data: url }) => (
    <div className="column">
      <PageHeader title="The learning platform" about="A page of the demo" />
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
