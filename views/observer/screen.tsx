import { paths } from '../paths.ts'
import { page, screen } from '../screen.ts'
import { Message } from '../ui/message.tsx'

/** Mentors and observers look on: nothing to pay, nothing to hand in, no row of their own (rules.md A10). */
export const ltiObserver = screen({
  path: paths.ltiObserver,
  access: 'public',
  chrome: 'bare',
  load: async () => page({}, { title: 'Observer', framedBy: { lms: [] } }),
  View: ({ site }) => (
    <Message title="You are here as an observer" site={site}>
      <p className="lead">Your LMS says that you look on here, and do not take or teach the course.</p>
      <p>You need no code and pay nothing. The student you support opens this same link, logged in as themselves.</p>
    </Message>
  ),
})
