import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { useRef, useState } from 'react'
import { accountMessages } from '#src/accounts/rules/passkeys.ts'
import type { Problem } from '#src/core/rules/calls.ts'
import ui from '#src/texts/en/pages/ui.ts'
import { island } from '../island.ts'
import { hrefs, paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { Notice } from '../ui/notice.tsx'

/** Returns whether the browser can use passkeys. They need https, or localhost. */
const canUsePasskeys = (): boolean => 'PublicKeyCredential' in window

type Outcome<Body = unknown> = { ok: true; body: Body } | { ok: false; message: string; reason?: string | undefined }

/** Posts JSON. `Body` is what the contract of the call answers, or the options that WebAuthn defines. */
const post = async <Body,>(path: string, sent: object): Promise<Outcome<Body>> => {
  const away = { ok: false, message: ui.unreachable } as const
  try {
    const headers = { 'content-type': 'application/json', 'accept-language': 'en' }
    const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(sent) })
    // A proxy without our server may answer something else.
    const body: (Body & Partial<Problem>) | null = await answer.json().catch(() => null)
    if (!body) return away
    return answer.ok ? { ok: true, body } : { ok: false, message: body.error || ui.unreachable, reason: body.reason }
  } catch {
    return away
  }
}

/** Gets options from us, has the browser answer them, and sends its answer. */
const ceremony = async <Options,>(
  from: string,
  ask: (optionsJSON: Options) => Promise<object>,
  to: string,
): Promise<Outcome> => {
  const options = await post<Options>(from, {})
  if (!options.ok) return options
  const response = await ask(options.body).catch(() => null)
  return response ? post(to, { response }) : { ok: false, message: accountMessages.cancelled }
}

/** Signs in, or confirms a session, by a passkey. Loads the library on first use. */
const signByPasskey = (from: string, to: string): Promise<Outcome> =>
  ceremony<PublicKeyCredentialRequestOptionsJSON>(
    from,
    async optionsJSON => (await import('@simplewebauthn/browser')).startAuthentication({ optionsJSON }),
    to,
  )

const registerPasskey = (): Promise<Outcome> =>
  ceremony<PublicKeyCredentialCreationOptionsJSON>(
    paths.newPasskeyOptions,
    async optionsJSON => (await import('@simplewebauthn/browser')).startRegistration({ optionsJSON }),
    paths.newPasskey,
  )

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
