import { type Language, languageNames, languages } from '#src/core/rules/languages/language.ts'
import { continueText } from '#src/lti/rules/continue-text.ts'
import type { Launch } from '#src/lti/rules/launch.ts'
import { paths } from '../paths.ts'
import type { Site } from '../screen.ts'
import { HelpWithClip } from '../signed-help/help-with-clip.tsx'
import { Button } from '../ui/button.tsx'
import { Message } from '../ui/message.tsx'
import { OpenDoor } from '../ui/pictures/open-door.tsx'
import { useLanguage, useServerTexts } from '../ui/texts.ts'

interface Props {
  launch: Pick<Launch, 'person' | 'course'>
  /** Opens the launch once. */
  id: string
  /** The person chose the language of this page, so the course opens in it, too. */
  isChosen: boolean
  site: Site
}

/**
 * Asks a person whose browser returns no cookie to continue. The page shows a name, so that a person notices a launch
 * that somebody else sent them.
 */
export const ContinueLaunch = ({ launch, id, isChosen, site }: Props) => {
  const texts = useServerTexts('launch')
  const language = useLanguage()
  const { button, check } = continueText(launch, texts)
  return (
    <Message
      title={texts.oneMoreStep}
      picture={<OpenDoor />}
      site={site}
      help={<HelpWithClip support={site.support} slot="one-more-step" />}
    >
      <p className="lead">{texts.cookiesBlocked}</p>
      <form method="post" action={paths.ltiContinue} className="form">
        <input type="hidden" name="id" value={id} />
        {isChosen && <input type="hidden" name="lang" value={language} />}
        <Button>
          <span dir="auto">{button}</span>
        </Button>
        <p className="soft">{check}</p>
        <OtherLanguages language={language} />
      </form>
    </Message>
  )
}

/** Buttons that show the page in another language. A link cannot: the page is the answer to a posted launch. */
const OtherLanguages = ({ language }: { language: Language }) => (
  <p className="language-buttons">
    {languages
      .filter(other => other !== language)
      .map(other => (
        <Button key={other} look="quiet" name="show_in" value={other} lang={other}>
          {languageNames[other]}
        </Button>
      ))}
  </p>
)
