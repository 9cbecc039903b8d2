import { paths } from '../paths.ts'
import { page, screen } from '../screen.ts'
import { Message } from '../ui/message.tsx'

export const home = screen({
  path: paths.home,
  access: 'public',
  chrome: 'bar',
  load: async () => page({}, { title: 'Welcome' }),
  View: ({ site }) => (
    <Message title="Welcome to your ASL course" site={site}>
      <p className="lead">Each course has a link of its own. Ask your teacher for the link to join yours.</p>
      <p>
        If your school uses Canvas, Brightspace, Moodle or Blackboard, open your course there and use the link inside
        it.
      </p>
    </Message>
  ),
})
