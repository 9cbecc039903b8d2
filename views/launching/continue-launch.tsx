import { continueText } from '#src/lti/rules/continue-text.ts'
import type { Launch } from '#src/lti/rules/launch.ts'
import { paths } from '../paths.ts'
import type { Site } from '../screen.ts'
import { HelpWithClip } from '../signed-help/help-with-clip.tsx'
import { Button } from '../ui/button.tsx'
import { Message } from '../ui/message.tsx'
import { useServerTexts } from '../ui/texts.ts'

interface Props {
  launch: Pick<Launch, 'person' | 'course'>
  /** Opens the launch once. */
  id: string
  site: Site
}

/**
 * Asks a person whose browser returns no cookie to continue. The page shows a name, so that a person notices a launch
 * that somebody else sent them.
 */
export const ContinueLaunch = ({ launch, id, site }: Props) => {
  const texts = useServerTexts('launch')
  const { button, check } = continueText(launch, texts)
  return (
    <Message title={texts.oneMoreStep} site={site} help={<HelpWithClip support={site.support} slot="one-more-step" />}>
      <p className="lead">{texts.cookiesBlocked}</p>
      <form method="post" action={paths.ltiContinue}>
        <input type="hidden" name="id" value={id} />
        <Button>
          <span dir="auto">{button}</span>
        </Button>
      </form>
      <p className="soft">{check}</p>
    </Message>
  )
}
