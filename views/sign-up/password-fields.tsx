import { useRef, useState } from 'react'
import { passwordRules } from '#src/accounts/rules/sign-up.ts'
import type { AllProblems } from '#src/core/rules/form.ts'
import { Check } from '../ui/choices.tsx'
import { Field } from '../ui/field.tsx'
import { inputOf } from '../ui/form-fields.ts'
import { useHydrated } from '../ui/hydrated.ts'
import { useTexts } from '../ui/texts.ts'
import { useTypedBefore } from '../ui/typed-before.ts'

interface Props {
  joins: boolean
  /** First and last name, which the password must not contain. */
  names: string[]
  problems: AllProblems
  /** Called when the person edits these fields, to clear their errors. */
  clearProblems: (...fields: string[]) => void
  /** Name of the first field with an error. */
  firstProblem: string | undefined
}

/** Password fields. /verify lists every rule and ticks it while the person types. */
export const PasswordFields = ({ joins, names, problems: all, clearProblems, firstProblem }: Props) => {
  const texts = useTexts('join')
  const hydrated = useHydrated()
  const [typed, setTyped] = useState({ password: '', confirm_password: '' })
  const [visible, setVisible] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  useTypedBefore(() => {
    const value = (name: keyof typeof typed) => inputOf(box.current?.form, name)?.value ?? ''
    setTyped({ password: value('password'), confirm_password: value('confirm_password') })
  })
  const { password, confirm_password: confirmed } = typed
  const { password: problems = [], confirm_password: [confirmProblem] = [] } = all
  const started = password !== ''
  // While the person types, a matching beginning is no error yet.
  const differs = joins && !password.startsWith(confirmed)
  const passwordBox = (name: keyof typeof typed, clears: string[]) => ({
    name,
    type: visible ? 'text' : 'password',
    autoComplete: 'new-password',
    required: true,
    // Focuses the error without JavaScript.
    autoFocus: firstProblem === name,
    onChange: ({ target: { value } }: { target: HTMLInputElement }) => {
      // A password manager changes both boxes before the page is drawn again.
      setTyped(before => ({ ...before, [name]: value }))
      clearProblems(...clears)
    },
  })
  return (
    <>
      <Field
        ref={box}
        label={texts.password}
        hint={joins ? undefined : texts.passwordHint}
        problem={joins ? undefined : problems[0]}
        aria-invalid={problems.length > 0 || undefined}
        {...passwordBox('password', ['password', 'confirm_password'])}
      />
      {joins && (
        <>
          <p className="rules-head" aria-hidden="true">
            {texts.passwordNeeds}
          </p>
          <ul className="rules" aria-label={texts.passwordNeeds}>
            {passwordRules(password, names).map(({ reason, holds }) => {
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
            label={texts.confirmPassword}
            problem={differs ? texts.faults.password_match : confirmProblem}
            {...passwordBox('confirm_password', ['confirm_password'])}
          />
        </>
      )}
      {hydrated && <Check label={texts.showTyped} checked={visible} onChange={e => setVisible(e.target.checked)} />}
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
