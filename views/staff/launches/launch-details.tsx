import { shortTime, zoneName } from '#src/core/rules/business-day.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import type { findLaunch } from '#src/lti/launch-log.ts'
import type { LaunchBinding } from '#src/lti/rules/launch-list.ts'
import { refusals, refusalText } from '#src/lti/rules/launch-refusal.ts'
import { hrefs } from '../../paths.ts'
import { Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/office-page.tsx'
import { Outcome } from './outcome.tsx'

export type Launch = NonNullable<Awaited<ReturnType<typeof findLaunch>>>

/** The ways in which a browser shows that it began a 1.3 launch. */
const bindings: Record<LaunchBinding, string> = {
  cookie: 'returned our cookie',
  storage: 'used the storage of the LMS',
  click: 'blocks cookies; the person pressed Continue',
}

/** One launch, with the advice that its error page gave, so that staff can repeat it. */
export const LaunchDetails = ({ entry, timezone }: { entry: Launch; timezone: string }) => {
  const refusal = isKeyOf(refusals, entry.outcome)
    ? { ...refusals[entry.outcome], ...refusalText(entry.outcome, 'en') }
    : null
  return (
    <Panel title={entry.reference}>
      <Facts
        of={[
          ['Outcome', <Outcome key="o" entry={entry} />],
          ['When', `${shortTime(entry.at, timezone)}, ${zoneName(timezone)}`],
          ['LTI', entry.version],
          ['Consumer key', entry.consumerKey && <a href={hrefs.consumer(entry.consumerKey)}>{entry.consumerKey}</a>],
          ['Issuer', entry.issuer],
          ['Client ID', entry.clientId],
          ['Deployment', entry.deploymentId],
          [
            'School',
            entry.schoolId === null ? (
              entry.school
            ) : (
              <a key="s" href={hrefs.schoolPage(entry.schoolId)}>
                {entry.school ?? 'Open its page'}
              </a>
            ),
          ],
          [
            'Course',
            entry.contextId && (
              <a key="c" href={courseHref(entry)}>
                {entry.contextId}
              </a>
            ),
          ],
          ['LMS clock', entry.skewSeconds === null ? null : `${entry.skewSeconds} s from ours`],
          ['Browser', entry.binding && bindings[entry.binding]],
          ['Detail', entry.detail],
        ]}
      />
      {refusal && (
        <>
          <h3>{refusal.what}</h3>
          <Facts
            of={[
              ['Student', refusal.student],
              ['Teacher', refusal.teacher],
              ['Administrator', refusal.administrator],
            ]}
          />
        </>
      )}
      {entry.baseString && (
        <details>
          <summary>Signature base string</summary>
          <pre className="sample">{entry.baseString}</pre>
        </details>
      )}
      <details>
        <summary>Parameter names ({entry.parameters.length})</summary>
        <p className="sample">{entry.parameters.join(' ')}</p>
      </details>
    </Panel>
  )
}

/** The course's page; for one we do not know, the search by its id. */
const courseHref = ({ courseId, contextId }: Launch): string =>
  courseId === null ? hrefs.course(contextId ?? '') : hrefs.coursePage(courseId)
