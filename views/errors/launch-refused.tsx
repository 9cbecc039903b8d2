import { type Refusal, refusals } from '#src/lti/rules/launch-refusal.ts'
import type { Site } from '../screen.ts'
import { Message } from '../ui/message.tsx'
import { UnpluggedLamp } from '../ui/pictures/unplugged-lamp.tsx'

/** A launch that was refused: what failed, what each reader can do, and the reference to quote. */
export const LaunchRefused = ({ refusal, reference, site }: { refusal: Refusal; reference: string; site: Site }) => {
  const text = refusals[refusal.reason]
  return (
    <Message title={text.heading} picture={<UnpluggedLamp />} reference={reference} site={site}>
      <p className="lead">{text.what}</p>
      <dl className="ways">
        <dt>If you are a student</dt>
        <dd>{text.student}</dd>
        <dt>If you teach this course</dt>
        <dd>{text.teacher}</dd>
        <dt>If you run the LMS</dt>
        <dd>
          {text.administrator}
          {refusal.detail && <code className="detail">{refusal.detail}</code>}
        </dd>
      </dl>
    </Message>
  )
}
