import type { LaunchCheck } from '#src/lti/rules/launch-check.ts'
import { refusals, refusalText } from '#src/lti/rules/launch-refusal.ts'
import type { Site } from '../screen.ts'
import { Card } from '../ui/card.tsx'
import { Help } from '../ui/help.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'

interface Props {
  check: LaunchCheck
  reference: string
  site: Site
}

const Pairs = ({ pairs }: { pairs: [string, string][] }) => (
  <dl className="pairs">
    {pairs.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd dir="auto">{value}</dd>
      </div>
    ))}
  </dl>
)

/** Report for a launch with `?check`: what arrived, how it was read, and what could be better. Opens nothing. */
export const LaunchChecked = ({ check, reference, site }: Props) => {
  const { refusal } = check
  return (
    <div className="column">
      <PageHeader title="Launch check" about={`LTI ${check.version}`} />
      <Card>
        {refusal ? (
          <Notice tone="problem">
            <div>
              <strong>{refusals[refusal.reason].title}.</strong> {refusalText(refusal.reason, 'en').what}{' '}
              {refusals[refusal.reason].administrator}
              {refusal.detail && <code className="detail">{refusal.detail}</code>}
            </div>
          </Notice>
        ) : (
          <Notice tone="good">
            This launch is good. Remove “check” from the link's address or custom parameters to open the course.
          </Notice>
        )}
        {check.signature && <p className="soft">{check.signature}</p>}
        {check.faults.length > 0 && (
          <>
            <h2>{refusal ? 'Also worth fixing' : 'What could be better'}</h2>
            <dl className="ways">
              {check.faults.map(({ what, fix }) => (
                <div key={what}>
                  <dt>{what}</dt>
                  <dd>{fix}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </Card>
      {check.understood.length > 0 && (
        <Card>
          <h2>How we read it</h2>
          <Pairs pairs={check.understood} />
        </Card>
      )}
      <Card>
        <h2>What your LMS sent</h2>
        <Pairs pairs={check.received} />
        <p className="reference">
          Reference <code>{reference}</code>
        </p>
      </Card>
      <Help support={site.support} reference={reference} />
    </div>
  )
}
