import { shortDate } from '#src/core/rules/business-day.ts'
import { schoolText } from '#src/core/rules/school-ref.ts'
import type { SchoolFacts } from '#src/schools/rules/school-facts.ts'
import { hrefs } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Copied, Facts } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { Panel } from '../../ui/office-page.tsx'
import type { SchoolPage } from './load.ts'

/** Returns the address of the page with the settings of a school. */
const settingsOf = ({ kind, key, id }: SchoolFacts): string =>
  kind === 'consumer' ? hrefs.consumer(key) : hrefs.deployment(id)

const yesNo = (value: boolean): string => (value ? 'yes' : 'no')
const onOff = (value: boolean): string => (value ? 'on' : 'off')

/** Keys, switches and defaults of a school, with the way to change them. */
export const AboutSchool = ({
  data: { school, overview, rights },
  timezone,
}: {
  data: SchoolPage
  timezone: string
}) => (
  <Panel title="About this school">
    <Facts
      of={[
        [
          'State',
          <Badge key="s" tone={school.isOn ? 'good' : 'problem'}>
            {onOff(school.isOn)}
          </Badge>,
        ],
        [school.kind === 'consumer' ? 'Key' : 'Platform', <Copied key="k">{school.key}</Copied>],
        ['Issuer', school.issuer],
        ['Client ID', school.clientId],
        ['Deployment', school.deploymentId],
        ['Card payment', onOff(school.acceptsPayment)],
        ['Access code', onOff(school.acceptsAccessCode)],
        ['Email domain', school.kind === 'consumer' && (school.emailDomain ?? 'any')],
        ['K-12', yesNo(school.isK12)],
        ['Yearly access', yesNo(school.yearlyAccess)],
        ['Sends grades', yesNo(school.passesGrades)],
        ['Hosted by us', school.kind === 'consumer' && yesNo(school.isHosted)],
        ['Default products', overview.defaults.join(', ') || 'none'],
        ['Since', shortDate(school.createdAt, timezone)],
        ['Same name', school.sameName.length > 0 && <SameName key="n" schools={school.sameName} />],
      ]}
    />
    {rights.everywhere && (
      <div className="buttons">
        <ButtonLink look="quiet" href={settingsOf(school)}>
          {rights.manage ? 'Change settings' : 'Settings'}
        </ButtonLink>
        <ButtonLink look="quiet" href={hrefs.defaultProducts(defaultsRef(school))}>
          Default products
        </ButtonLink>
      </div>
    )}
  </Panel>
)

/** Names a school as the page of default products does. */
const defaultsRef = ({ kind, id }: SchoolFacts): string => `${kind === 'consumer' ? 'c' : 'd'}${id}`

const SameName = ({ schools }: { schools: SchoolFacts['sameName'] }) => (
  <ul className="links">
    {schools.map(s => (
      <li key={schoolText(s)}>
        <a href={hrefs.schoolPage(s)}>
          {s.key}, LTI {s.kind === 'consumer' ? '1.1' : '1.3'}
        </a>
      </li>
    ))}
  </ul>
)

/** Staff's own words about a school. */
export const SchoolNotes = ({ data: { school, rights, problems } }: { data: SchoolPage }) => (
  <Panel title="Contact and notes">
    {rights.change ? (
      <form method="post" action={hrefs.schoolPage(school)} className="form">
        <Field
          label="Contact"
          hint="Whom to write to: name, email, phone"
          name="contact"
          defaultValue={school.contact}
          problem={problems.contact}
          maxLength={300}
          autoComplete="off"
        />
        <div className="field">
          <label htmlFor="note">Notes</label>
          <textarea id="note" name="note" className="input" rows={4} maxLength={2000} defaultValue={school.note} />
          {problems.note && (
            <p className="problem" role="alert">
              {problems.note}
            </p>
          )}
        </div>
        <div className="buttons">
          <Button look="quiet" name="intent" value="note">
            Save contact and notes
          </Button>
        </div>
      </form>
    ) : (
      <Facts
        of={[
          ['Contact', school.contact || 'none'],
          ['Notes', school.note || 'none'],
        ]}
      />
    )}
  </Panel>
)
