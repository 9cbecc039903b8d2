import { useRef, useState } from 'react'
import { island } from '../island.ts'
import { hrefs, paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { Notice } from '../ui/notice.tsx'
import { canUsePasskeys, registerPasskey, signByPasskey } from './use-passkey.ts'

/** `after` is the address to open afterwards. A confirmation sends the form around the button instead. */
type PasskeyButtonProps = { use: 'sign-in'; after: string } | { use: 'confirm' } | { use: 'add' }

const LABELS = { 'sign-in': 'Log in with a passkey', confirm: 'Use a passkey', add: 'Add a passkey' }

const run = ({ use }: PasskeyButtonProps) => {
  if (use === 'sign-in') return signByPasskey(paths.passkeyOptions, paths.passkeySignIn)
  if (use === 'confirm') return signByPasskey(paths.confirmOptions, paths.confirmByPasskey)
  return registerPasskey()
}

/** Button for a passkey. Without a script, or without passkeys in the browser, there is none: codes work everywhere. */
const PasskeyButton = (props: PasskeyButtonProps) => {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const hydrated = useHydrated()
  if (!hydrated || !canUsePasskeys()) return null

  const press = async () => {
    if (busy) return
    setBusy(true)
    setProblem(null)
    const outcome = await run(props)
    if (outcome.ok && props.use === 'sign-in') return location.assign(hrefs.yourName(props.after))
    if (outcome.ok && props.use === 'confirm') return box.current?.closest('form')?.submit()
    if (outcome.ok) return location.reload()
    if (outcome.reason === 'sign_in_again')
      return location.assign(hrefs.confirmSignIn(location.pathname + location.search))
    setBusy(false)
    setProblem(outcome.message)
  }
  return (
    <div ref={box} className="form passkey">
      {problem && <Notice tone="problem">{problem}</Notice>}
      <Button type="button" look="quiet" busy={busy} onClick={press}>
        {LABELS[props.use]}
      </Button>
    </div>
  )
}

export default island('login/passkey-button', PasskeyButton)
