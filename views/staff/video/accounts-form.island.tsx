import { useRef, useState } from 'react'
import { VIDEO_ACCOUNTS } from '#src/domain/video-accounts.ts'
import { island } from '../../island.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import { useTypedBefore } from '../../ui/typed-before.ts'

interface AccountsFormProps {
  domain: string
  typed: string[]
}

/** Add and Remove, for all accounts that are ticked; hydrated, both wait for one (spec §2). */
const AccountsForm = ({ domain, typed }: AccountsFormProps) => {
  const hydrated = useHydrated()
  const [count, setCount] = useState(typed.length)
  const form = useRef<HTMLFormElement>(null)
  const read = () => setCount(new FormData(form.current ?? undefined).getAll('units').length)
  useTypedBefore(read)
  const waits = hydrated && count === 0
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
        <Button name="intent" value="add" disabled={waits}>
          Add
        </Button>
        <Button look="quiet" name="intent" value="remove" disabled={waits}>
          Remove
        </Button>
      </div>
    </form>
  )
}

export default island('staff/video/accounts-form', AccountsForm)
