import { useRef, useState } from 'react'
import { passwordRules } from '#src/accounts/rules/sign-up.ts'
import { Field } from '../ui/field.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { useTexts } from '../ui/texts.ts'
import { useTypedBefore } from '../ui/typed-before.ts'

interface Props {
  joins: boolean
  /** First and last name, which the password must not contain. */
  names: string[]
  problems: string[]
  confirmProblem: string | undefined
  /** Called when the person edits these fields, to clear their errors. */
  clearProblems: (...fields: string[]) => void
  /** Name of the first field with an error. */
  firstProblem: string | undefined
}

/** Password fields. /verify lists every rule and ticks it while the person types. */
export const PasswordFields = ({ joins, names, problems, confirmProblem, clearProblems, firstProblem }: Props) => {
  const texts = useTexts('join')
  const hydrated = useHydrated()
  const [password, setPassword] = useState('')
  const [confirmed, setConfirmed] = useState('')
  const [visible, setVisible] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const second = useRef<HTMLInputElement>(null)
  useTypedBefore(() => {
    setPassword(box.current?.value ?? '')
    setConfirmed(second.current?.value ?? '')
  })
  const type = visible ? 'text' : 'password'
  const rules = passwordRules(password, names)
  const started = password !== ''
  // While the person types, a matching beginning is no error yet.
  const differs = joins && !password.startsWith(confirmed)
  return (
    <>
      <Field
        ref={box}
        label={texts.password}
        name="password"
        type={type}
        autoComplete="new-password"
        required
        hint={joins ? undefined : texts.passwordHint}
        problem={joins ? undefined : problems[0]}
        // Focuses the error without JavaScript.
        autoFocus={firstProblem === 'password'}
        aria-invalid={problems.length > 0 || undefined}
        onChange={e => {
          setPassword(e.target.value)
          clearProblems('password', 'confirm_password')
        }}
      />
      {joins && (
        <>
          <p className="rules-head" aria-hidden="true">
            {texts.passwordNeeds}
          </p>
          <ul className="rules" aria-label={texts.passwordNeeds}>
            {rules.map(({ reason, holds }) => {
              const text = texts.faults[reason]
              const state = started ? (holds ? 'holds' : 'fails') : problems.includes(text) ? 'fails' : 'open'
              return (
                <li key={text} className={`rule-${state}`}>
                  <Rule text={text} head={`${texts.passwordNeeds} `} />
                  {state !== 'open' && (
                    <span className="visually-hidden">{state === 'holds' ? texts.holds : texts.fails}</span>
                  )}
                </li>
              )
            })}
          </ul>
          <Field
            ref={second}
            label={texts.confirmPassword}
            name="confirm_password"
            type={type}
            autoComplete="new-password"
            required
            problem={differs ? texts.faults.password_match : confirmProblem}
            autoFocus={firstProblem === 'confirm_password'}
            onChange={e => {
              setConfirmed(e.target.value)
              clearProblems('confirm_password')
            }}
          />
        </>
      )}
      {hydrated && (
        <label className="check">
          <input type="checkbox" checked={visible} onChange={e => setVisible(e.target.checked)} />
          <span>{texts.showTyped}</span>
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

/** A rule in full for screen readers. The words that the heading shows already are not shown again. */
const Rule = ({ text, head }: { text: string; head: string }) =>
  text.startsWith(head) ? (
    <span>
      <span className="visually-hidden">{head}</span>
      {text.slice(head.length)}
    </span>
  ) : (
    <span>{text}</span>
  )
