import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { Field } from '../../ui/field.tsx'
import { Panel } from '../../ui/office-page.tsx'
import { Select } from '../../ui/select.tsx'
import type { PlatformPage } from './load.ts'

const OTHERS = [
  { value: 'canvas', label: 'Canvas' },
  { value: 'moodle', label: 'Moodle' },
  { value: 'blackboard', label: 'Blackboard' },
  { value: 'custom', label: 'Other: enter the addresses' },
]

/** Domain, ClientID and the D2L box. Fields for other platforms are in a closed section. */
export const PlatformForm = ({ data: { typed, d2l, problems } }: { data: PlatformPage }) => {
  const field = (label: string, name: string, hint?: string) => (
    <Field
      label={label}
      name={name}
      hint={hint}
      defaultValue={typed[name]}
      problem={problems[name]}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      maxLength={500}
    />
  )
  const others = ['issuer', 'authorization_redirect', 'public_keys_url', 'grant_url', 'audience']
  const more = !d2l || others.some(name => problems[name])
  return (
    <Panel title="Credentials">
      <form method="post" action={paths.createPlatform} className="form">
        {field('Domain', 'domain', 'For example school.brightspace.com')}
        {field('ClientID', 'client_id')}
        <Check label="Is this a D2L platform" name="d2l" value="yes" defaultChecked={d2l} />
        {field('Deployment IDs', 'deployment_ids', 'Optional. We approve these right away. Separate them with commas.')}
        <details open={more}>
          <summary>Other platforms</summary>
          <div className="form">
            <Select label="Platform" name="preset" value={typed.preset ?? 'canvas'} options={OTHERS} />
            {field('Issuer', 'issuer', 'Leave empty to use the usual issuer of this platform')}
            {field('Authorization redirect', 'authorization_redirect')}
            {field('Public keys URL', 'public_keys_url')}
            {field('Grant URL', 'grant_url')}
            {field('Token audience', 'audience', 'Usually empty. Otherwise on the host of the grant URL')}
          </div>
        </details>
        <Button>Submit</Button>
      </form>
    </Panel>
  )
}
