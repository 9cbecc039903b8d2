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
      <p className="lead">There is nothing for you to enter or pay.</p>
      <p>The student you support opens this same link from their own account.</p>
    </Message>
  ),
})
