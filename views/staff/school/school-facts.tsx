import { shortDate } from '#src/core/rules/business-day.ts'
import { isSameSchool, schoolText } from '#src/core/rules/school-ref.ts'
import type { SchoolSwitches } from '#src/schools/rules/school.ts'
import { differingSwitches, LTI, type SchoolFacts, versionName } from '#src/schools/rules/school-facts.ts'
import { hrefs } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Copied, Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/office-page.tsx'
import type { SchoolPage } from './screen.tsx'

/** Returns the address of the page with the settings of a record. */
const settingsOf = ({ kind, key, id }: SchoolFacts): string =>
  kind === 'consumer' ? hrefs.consumer(key) : hrefs.deployment(id)

const yesNo = (value: boolean): string => (value ? 'yes' : 'no')
const onOff = (value: boolean): string => (value ? 'on' : 'off')

/** Keys, switches and defaults of a school by each LTI version, with the way to change them. */
export const AboutSchool = ({ data, timezone }: { data: SchoolPage; timezone: string }) => {
  const { versions } = data.school
  const differing = differingSwitches(versions)
  const named = versions.every(v => v.kind === versions[0].kind) ? 'Its deployments' : 'LTI 1.1 and 1.3'
  return (
    <Panel title="About this school">
      {differing.length > 0 && (
        <Notice tone="plain">
          {named} have different settings: {differing.map(name => SWITCHES[name]).join(', ')}.
        </Notice>
      )}
      <div className="versions">
        {versions.map(version => (
          <section key={schoolText(version)}>
            {versions.length > 1 && <h3>{versionName(version, versions)}</h3>}
            <Version version={version} data={data} timezone={timezone} />
          </section>
        ))}
      </div>
    </Panel>
  )
}

const SWITCHES: Record<keyof SchoolSwitches, string> = {
  acceptsPayment: 'Card payment',
  acceptsAccessCode: 'Access code',
  isK12: 'K-12',
  yearlyAccess: 'Yearly access',
  passesGrades: 'Sends grades',
}

const Version = ({ version, data, timezone }: { version: SchoolFacts; data: SchoolPage; timezone: string }) => {
  const { overview, rights } = data
  const isConsumer = version.kind === 'consumer'
  const others = version.sameName.filter(other => !data.school.versions.some(v => isSameSchool(v, other)))
  const defaults = overview.defaults.find(d => isSameSchool(d, version))?.products ?? []
  return (
    <>
      <Facts
        of={[
          [
            'State',
            <Badge key="s" tone={version.isOn ? 'good' : 'problem'}>
              {onOff(version.isOn)}
            </Badge>,
          ],
          [isConsumer ? 'Key' : 'Platform', <Copied key="k">{version.key}</Copied>],
          ['Issuer', version.issuer],
          ['Client ID', version.clientId],
          ['Deployment', version.deploymentId],
          [SWITCHES.acceptsPayment, onOff(version.acceptsPayment)],
          [SWITCHES.acceptsAccessCode, onOff(version.acceptsAccessCode)],
          ['Email domain', isConsumer && (version.emailDomain ?? 'any')],
          [SWITCHES.isK12, yesNo(version.isK12)],
          [SWITCHES.yearlyAccess, yesNo(version.yearlyAccess)],
          [SWITCHES.passesGrades, yesNo(version.passesGrades)],
          ['Hosted by us', isConsumer && yesNo(version.isHosted)],
          ['Default products', defaults.join(', ') || 'none'],
          ['Since', shortDate(version.createdAt, timezone)],
          ['Same name', others.length > 0 && <SameName key="n" schools={others} />],
        ]}
      />
      {rights.everywhere && (
        <div className="buttons">
          <ButtonLink look="quiet" href={settingsOf(version)}>
            {rights.manage ? 'Change settings' : 'Settings'}
          </ButtonLink>
          <ButtonLink look="quiet" href={hrefs.defaultProducts(defaultsRef(version))}>
            Default products
          </ButtonLink>
        </div>
      )}
    </>
  )
}

/** Names a school as the page of default products does. */
const defaultsRef = ({ kind, id }: SchoolFacts): string => `${kind === 'consumer' ? 'c' : 'd'}${id}`

/** Records of this name that are not joined, because a deployment waits or is refused. */
const SameName = ({ schools }: { schools: SchoolFacts['sameName'] }) => (
  <ul className="links">
    {schools.map(s => (
      <li key={schoolText(s)}>
        <a href={hrefs.schoolPage(s)}>
          {s.key}, {LTI[s.kind]}
        </a>
        , not joined: its deployment is not approved
      </li>
    ))}
  </ul>
)
