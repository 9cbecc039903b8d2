import { useId } from 'react'
import type { AllProblems } from '#src/domain/form.ts'
import { HELP_MAX } from '#src/domain/help.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'

interface AskProps {
  /** Names the page that one asks from: it says what course this is about. */
  action: string
  email: string
  text?: string
  problems?: AllProblems
  /** On a payment page: the answer opens beside it, so that nothing typed there is lost. */
  beside?: boolean
}

/** Where no chat is: the same question by a form, which needs no script. */
export const Ask = ({ action, email, text = '', problems = {}, beside = false }: AskProps) => {
  const id = useId()
  const problem = problems.text?.[0]
  return (
    <form method="post" action={action} target={beside ? '_blank' : undefined} className="ask-form">
      <Field
        label="Where we answer (email)"
        name="email"
        type="email"
        autoComplete="email"
        required
        defaultValue={email}
        problem={problems.email?.[0]}
      />
      <div className="field">
        <label htmlFor={id}>What do you need help with?</label>
        <textarea
          id={id}
          name="text"
          className="input"
          rows={4}
          required
          maxLength={HELP_MAX}
          defaultValue={text}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}problem` : undefined}
        />
        {problem && (
          <p className="problem" id={`${id}problem`} role="alert">
            {problem}
          </p>
        )}
      </div>
      <Button look={beside ? 'quiet' : 'primary'}>Send</Button>
      {beside && <p className="hint">Send opens a new tab. This page stays as it is.</p>}
    </form>
  )
}
