import { languageNames } from '#src/core/rules/language.ts'
import type { ShownHelp } from '#src/messages/rules/signed-help.ts'
import { VideoPlayer } from '../dictionary/video-player.tsx'
import { island } from '../island.ts'
import { Html } from '../ui/html.tsx'
import { useLanguage, useTexts } from '../ui/texts.ts'

/** A signed clip with its player, transcript and captions. */
const HelpClipView = ({ help }: { help: ShownHelp }) => {
  const texts = useTexts('help')
  const { transcript } = useTexts('dictionary')
  const captionsIn = { language: help.language, name: languageNames[help.language] }
  const lang = help.language === useLanguage() ? undefined : help.language
  return (
    <div className="ask-form">
      {help.isTest && <p className="badge">{texts.testClip}</p>}
      <VideoPlayer clip={help.clip} name={help.title} starts={false} captionsIn={captionsIn} once />
      <h2>{transcript}</h2>
      <Html html={help.transcript} lang={lang} />
      {!help.isTest && <p className="hint">{texts.signedBy(help.signer)}</p>}
    </div>
  )
}

export default island('signed-help/help-clip', HelpClipView, ['ui', 'help', 'dictionary'])
