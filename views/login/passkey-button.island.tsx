import { useRef, useState } from 'react'
import { accountMessages } from '#src/accounts/rules/passkeys.ts'
import ui from '#src/texts/en/pages/ui.ts'
import { island } from '../island.ts'
import { hrefs, paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { Notice } from '../ui/notice.tsx'
import { type Answer, postJson } from '../ui/post-json.ts'
import type { Failed } from '../ui/sending.tsx'

type PasskeyOutcome = { ok: true } | { ok: false; message: string; reason?: string | undefined }

/** Returns whether the browser can use passkeys. They need https, or localhost. */
const canUsePasskeys = (): boolean => 'PublicKeyCredential' in window

const failed = (answer: Exclude<Answer | Failed, { ok: true }>): PasskeyOutcome => ({
  ok: false,
  message: ('message' in answer && answer.message) || ui.unreachable,
  reason: answer.kind === 'answered' ? answer.body.reason : undefined,
})

type Posted<B> = Promise<Answer<B> | Failed>

/** Gets options from us, has the browser answer them, and sends its answer. */
const ceremony = async <O, R extends object>(
  start: Posted<O>,
  ask: (optionsJSON: O) => Promise<R>,
  finish: (response: R) => Posted<unknown>,
): Promise<PasskeyOutcome> => {
  const options = await start
  if (options.kind !== 'answered' || !options.ok) return failed(options)
  const response = await ask(options.body).catch(() => null)
  if (!response) return { ok: false, message: accountMessages.cancelled }
  const answer = await finish(response)
  return answer.kind === 'answered' && answer.ok ? { ok: true } : failed(answer)
}

/** Copies the results of extensions: TypeScript takes a literal as a record, but not the library's interface. */
const extensionsOf = ({ clientExtensionResults }: { clientExtensionResults: object }) => ({
  clientExtensionResults: { ...clientExtensionResults },
})

/** Signs in, or confirms a session, by a passkey. Loads the library on first use. */
const signByPasskey = (
  from: typeof paths.passkeyOptions | typeof paths.confirmOptions,
  to: typeof paths.passkeySignIn | typeof paths.confirmByPasskey,
): Promise<PasskeyOutcome> =>
  ceremony(
    postJson(from, {}),
    async optionsJSON => (await import('@simplewebauthn/browser')).startAuthentication({ optionsJSON }),
    response => postJson(to, { response: { ...response, ...extensionsOf(response) } }),
  )

const registerPasskey = (): Promise<PasskeyOutcome> =>
  ceremony(
    postJson(paths.newPasskeyOptions, {}),
    async optionsJSON => (await import('@simplewebauthn/browser')).startRegistration({ optionsJSON }),
    response => postJson(paths.newPasskey, { response: { ...response, ...extensionsOf(response) } }),
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
