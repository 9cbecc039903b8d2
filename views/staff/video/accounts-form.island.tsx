import { useRef, useState } from 'react'
import { VIDEO_ACCOUNTS } from '#src/signs/rules/video-accounts.ts'
import { island } from '../../island.ts'
import { paths } from '../../paths.ts'
import { ActionButton } from '../../ui/button.tsx'
import { Check } from '../../ui/choices.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import { useTypedBefore } from '../../ui/typed-before.ts'

/** Adds or removes the selected accounts. With JavaScript, both buttons need a selection. */
const AccountsForm = ({ domain, typed }: { domain: string; typed: string[] }) => {
  const hydrated = useHydrated()
  const [count, setCount] = useState(typed.length)
  const form = useRef<HTMLFormElement>(null)
  const read = () => setCount(new FormData(form.current ?? undefined).getAll('units').length)
  useTypedBefore(read)
  const isEmpty = hydrated && count === 0
  return (
    <form ref={form} method="post" action={paths.manageSproutvideo} className="form" onChange={read}>
      <input type="hidden" name="domain" value={domain} />
      <fieldset className="checks">
        <legend>Accounts</legend>
        <div className="accounts">
          {VIDEO_ACCOUNTS.map(({ label, value }) => (
            <Check key={value} label={label} name="units" value={value} defaultChecked={typed.includes(value)} />
          ))}
        </div>
      </fieldset>
      <div className="buttons">
        <ActionButton intent="add" label="Add" disabled={isEmpty} />
        <ActionButton intent="remove" label="Remove" look="quiet" disabled={isEmpty} />
      </div>
    </form>
  )
}

export default island('staff/video/accounts-form', AccountsForm)
