import { webOrigin } from '#src/core/rules/web-addresses.ts'
import { findRefusal } from '#src/lti/launch-diary.ts'
import { refusalStatus } from '#src/lti/rules/launch-refusals.ts'
import { refusalText } from '#src/lti/texts/launch.ts'
import { LaunchRefused } from '../errors/problem.tsx'
import { paths } from '../paths.ts'
import { page, redirect, screen } from '../screen.ts'

/** The page of a refused launch again, in another language. The launch was posted, so its own page cannot be opened again. */
export const launchRefused = screen<NonNullable<Awaited<ReturnType<typeof findRefusal>>>>({
  path: paths.ltiRefused,
  access: 'public',
  chrome: 'bare',
  translated: true,
  load: async ({ query, language, app }) => {
    const data = await findRefusal(app, query.reason ?? '', query.reference ?? '')
    if (!data) return redirect(paths.launch)
    const { reason } = data.refusal
    return page(data, {
      title: refusalText(reason, language).heading,
      status: refusalStatus(reason),
      framedBy: { lms: [webOrigin(query.lms) ?? []].flat() },
    })
  },
  View: ({ data, site }) => <LaunchRefused {...data} site={site} />,
})
