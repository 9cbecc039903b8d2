import { useRef, useState } from 'react'
import { passwordMessages, passwordRules } from '#src/domain/password.ts'
import { Field } from '../ui/field.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { useTypedBefore } from '../ui/typed-before.ts'

interface Props {
  joins: boolean
  /** A password may not hold them. */
  names: string[]
  problems: string[]
  confirmProblem: string | undefined
  /** Fields with a problem are being put right. */
  settle: (...fields: string[]) => void
  /** Where the eye should be: the first field with a problem. */
  first: string | undefined
}

/** The password of a sign-up. On /verify every rule stands there and is ticked as one types (rules.md G §5). */
export const PasswordFields = ({ joins, names, problems, confirmProblem, settle, first }: Props) => {
  const hydrated = useHydrated()
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [shown, show] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const second = useRef<HTMLInputElement>(null)
  useTypedBefore(() => {
    setPassword(box.current?.value ?? '')
    setAgain(second.current?.value ?? '')
  })
  const type = shown ? 'text' : 'password'
  const rules = passwordRules(password, names)
  const begun = password !== ''
  // As one types: what stands there so far may still become the same.
  const differs = joins && !password.startsWith(again)
  return (
    <>
      <Field
        ref={box}
        label="Password"
        name="password"
        type={type}
        autoComplete="new-password"
        required
        hint={joins ? undefined : 'At least 8 characters. It opens your course later.'}
        problem={joins ? undefined : problems[0]}
        // Without a script the page opens where the problem is.
        autoFocus={first === 'password'}
        aria-invalid={problems.length > 0 || undefined}
        onChange={e => {
          setPassword(e.target.value)
          settle('password', 'confirm_password')
        }}
      />
      {joins && (
        <ul className="rules" aria-label="The password needs">
          {rules.map(({ text, holds }) => {
            const state = begun ? (holds ? 'holds' : 'fails') : problems.includes(text) ? 'fails' : 'open'
            return (
              <li key={text} className={`rule-${state}`}>
                {text}
                {state !== 'open' && (
                  <span className="visually-hidden">{state === 'holds' ? ' Done.' : ' Not yet.'}</span>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {joins && (
        <Field
          ref={second}
          label="Confirm password"
          name="confirm_password"
          type={type}
          autoComplete="new-password"
          required
          problem={differs ? passwordMessages.match : confirmProblem}
          // As above.
          autoFocus={first === 'confirm_password'}
          onChange={e => {
            setAgain(e.target.value)
            settle('confirm_password')
          }}
        />
      )}
      {hydrated && (
        <label className="check">
          <input type="checkbox" checked={shown} onChange={e => show(e.target.checked)} />
          <span>Show what I type</span>
        </label>
      )}
      {joins && problems.length > 0 && (
        <p className="visually-hidden" role="alert">
          {problems.join(' ')}
        </p>
      )}
    </>
  )
}
