import { useRef, useState } from 'react'
import type { Problems } from '#src/core/rules/form.ts'
import { ADDRESSES, addressHints } from '#src/schools/rules/platform.ts'
import { chosenPreset, plannedPlatform } from '#src/schools/rules/platform-presets.ts'
import { island } from '../../island.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Check, Select } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { fieldsOf } from '../../ui/form-fields.ts'
import { useTypedBefore } from '../../ui/typed-before.ts'

type Fields = Partial<Record<string, string>>

const OTHERS = [
  { value: '', label: 'D2L if ticked above, otherwise Canvas' },
  { value: 'canvas', label: 'Canvas' },
  { value: 'moodle', label: 'Moodle' },
  { value: 'blackboard', label: 'Blackboard' },
  { value: 'custom', label: 'Other: enter the addresses' },
]

const hints: Fields = { ...addressHints, issuer: 'Leave empty to use the usual issuer of this platform' }

/** Domain, ClientID and the D2L box. Fields for other platforms are in a section; a choice there unticks the box. */
const PlatformForm = ({ typed, problems }: { typed: Fields; problems: Problems }) => {
  const form = useRef<HTMLFormElement>(null)
  const isSent = typed.domain !== undefined
  const start = isSent ? typed : { ...typed, d2l: 'yes' }
  const [now, setNow] = useState<Fields>(start)
  const read = () => setNow(Object.fromEntries(fieldsOf(form.current)))
  useTypedBefore(read)
  const change = ({ target }: { target: EventTarget }) => {
    const [box, select] = [form.current?.elements.namedItem('d2l'), form.current?.elements.namedItem('preset')]
    if (box instanceof HTMLInputElement && select instanceof HTMLSelectElement) {
      if (target === select && select.value !== '') box.checked = false
      if (target === box && box.checked) select.value = ''
    }
    read()
  }
  const field = (label: string, name: string, hint?: string) => (
    <Field
      key={name}
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
  const isOther = chosenPreset(start.d2l === 'yes', start.preset) !== 'd2l'
  return (
    <form ref={form} method="post" action={paths.createPlatform} className="form" onChange={change}>
      {field('Domain', 'domain', 'For example school.brightspace.com')}
      {field('ClientID', 'client_id')}
      <Check label="Is this a D2L platform" name="d2l" value="yes" defaultChecked={start.d2l === 'yes'} />
      {field('Deployment IDs', 'deployment_ids', 'Optional. We approve these right away. Separate them with commas.')}
      <details open={isOther || ADDRESSES.some(({ field }) => problems[field])}>
        <summary>Other platforms</summary>
        <div className="form">
          <Select label="Platform" name="preset" value={typed.preset ?? ''} options={OTHERS} />
          {ADDRESSES.map(({ field: name, label }) => field(label, name, hints[name]))}
        </div>
      </details>
      <p aria-live="polite">
        {plannedPlatform(now.domain ?? '', now.client_id ?? '', chosenPreset(now.d2l === 'yes', now.preset))}
      </p>
      <Button>Submit</Button>
    </form>
  )
}

export default island('staff/create-platform/platform-form', PlatformForm)
