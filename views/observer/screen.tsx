import { webOrigin } from '#src/core/rules/web-origin.ts'
import { paths } from '../paths.ts'
import { page, screen } from '../screen.ts'
import { Message } from '../ui/message.tsx'

/** Page for mentors and observers. They do not pay, and no enrollment is saved for them. */
export const ltiObserver = screen({
  path: paths.ltiObserver,
  access: 'public',
  chrome: 'bare',
  load: async ({ query }) =>
    // The address names the LMS that may frame the page. It has nothing to press and shows nothing of a person.
    page({}, { title: 'Observer', framedBy: { lms: [webOrigin(query.lms) ?? []].flat() } }),
  View: ({ site }) => (
    <Message title="You are here as an observer" site={site}>
      <p className="lead">You're viewing this course as an observer.</p>
      <p>You don't need a code or a payment. The student you support logs in and opens this same link.</p>
    </Message>
  ),
})
