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
      <p className="lead">Each course has its own link. Ask your teacher for the link to join your course.</p>
      <p>
        Does your school use Canvas, Brightspace, Moodle or Blackboard? Then open your course there and use the link
        inside it.
      </p>
    </Message>
  ),
})
