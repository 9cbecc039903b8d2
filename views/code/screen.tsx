import { Island } from '../island-host.tsx'
import { paths } from '../paths.ts'
import { page, screen } from '../screen.ts'
import { Message } from '../ui/message.tsx'
import ScannedCode from './scanned-code.island.tsx'

/** Page that the QR code of a code card opens. */
export const codeScreen = screen({
  path: paths.code,
  access: 'public',
  chrome: 'bar',
  load: async () => page({}, { title: 'Your access code' }),
  View: ({ site }) => (
    <Message title="Your access code" site={site}>
      <Island of={ScannedCode} props={{}} />
      <ol className="steps-in-words">
        <li>Open your course. Use the link from your school or your teacher.</li>
        <li>Choose Enter Access Code.</li>
        <li>Type or paste your code, then press Submit.</li>
      </ol>
    </Message>
  ),
})
