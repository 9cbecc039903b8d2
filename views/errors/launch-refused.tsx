import { type Refusal, refusals, refusalText } from '#src/lti/rules/launch-refusal.ts'
import type { Site } from '../screen.ts'
import { Message } from '../ui/message.tsx'
import { UnpluggedLamp } from '../ui/pictures/unplugged-lamp.tsx'
import { Reference } from '../ui/reference.tsx'
import { useLanguage, useTexts } from '../ui/texts.ts'
import { ErrorHelp } from './error-help.tsx'
import { Technical } from './technical.tsx'
import { TellTeacher } from './tell-teacher.tsx'

/** A launch that was refused: what failed, what each reader can do, and at the end what administrators need. */
export const LaunchRefused = ({ refusal, reference, site }: { refusal: Refusal; reference: string; site: Site }) => {
  const text = refusalText(refusal.reason, useLanguage())
  const texts = useTexts('problem')
  return (
    <Message
      title={text.heading}
      picture={<UnpluggedLamp />}
      site={site}
      help={<ErrorHelp support={site.support} reference={reference} slot={`launch-${refusal.reason}`} />}
    >
      <p className="lead">{text.what}</p>
      <dl className="ways">
        <dt>{texts.ifStudent}</dt>
        <dd>{text.student}</dd>
        <dt>{texts.ifTeacher}</dt>
        <dd>{text.teacher}</dd>
      </dl>
      <Reference reference={reference} />
      <TellTeacher text={texts.toTeacher(`${text.heading}.`, reference)} />
      <Technical summary={texts.forAdministrator}>
        <p lang="en">
          {refusals[refusal.reason].administrator}
          {refusal.detail && <code className="detail">{refusal.detail}</code>}
        </p>
      </Technical>
    </Message>
  )
}
