import { textsIn } from '#src/texts/catalogues.ts'
import { Island } from '../island-host.tsx'
import { paths } from '../paths.ts'
import { page, screen } from '../screen.ts'
import { PaperAndPen } from '../ui/pictures/paper-and-pen.tsx'
import { Message } from '../ui/public-page.tsx'
import { useTexts } from '../ui/texts.ts'
import ScannedCode from './scanned-code.island.tsx'

/** Page that the QR code of a code card opens. */
export const codeScreen = screen({
  path: paths.code,
  access: 'public',
  chrome: 'bar',
  translated: true,
  load: async ({ language }) => page({}, { title: textsIn(language).code.title }),
  View: ({ site }) => {
    const texts = useTexts('code')
    return (
      <Message title={texts.title} picture={<PaperAndPen />} site={site}>
        <Island of={ScannedCode} props={{}} />
        <ol className="numbered">
          <li>{texts.open}</li>
          <li>{texts.choose}</li>
          <li>{texts.type}</li>
        </ol>
      </Message>
    )
  },
})
