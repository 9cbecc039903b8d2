import type { ReactNode, RefObject } from 'react'
import type { Problems } from '#src/core/rules/form.ts'
import { HELP_MAX } from '#src/messages/rules/help.ts'
import { Button } from '../ui/button.tsx'
import { Field, TextArea } from '../ui/field.tsx'
import { useTexts } from '../ui/texts.ts'

export interface AskProps {
  /** Address of the help page. Its query names the page and course the question is about. */
  action: string
  /** Null when the answer goes to the address that the school's LMS gave. */
  email: string | null
  text?: string
  problems?: Problems
  /** Set on payment pages: the answer opens in a new tab, so nothing typed is lost. */
  beside?: boolean
  /** Fields of a captcha, after many questions from one network. */
  captcha?: ReactNode
  form?: RefObject<HTMLFormElement | null>
  /** The captcha is not passed yet. */
  waits?: boolean
}

/** Help form, for pages without chat. Works without JavaScript. */
export const Ask = ({ action, email, text = '', problems = {}, beside = false, ...check }: AskProps) => {
  const texts = useTexts('help')
  return (
    <form
      ref={check.form}
      id={beside ? undefined : 'typed'}
      method="post"
      action={action}
      target={beside ? '_blank' : undefined}
      className="ask-form"
    >
      {email === null ? (
        <p>{texts.toSchoolAddress}</p>
      ) : (
        <Field
          label={texts.yourEmail}
          name="email"
          type="email"
          autoComplete="email"
          required
          defaultValue={email}
          problem={problems.email}
        />
      )}
      <TextArea
        label={texts.question}
        name="text"
        rows={4}
        required
        maxLength={HELP_MAX}
        defaultValue={text}
        problem={problems.text}
      />
      {check.captcha}
      <Button look={beside ? 'quiet' : 'primary'} disabled={check.waits}>
        {texts.sendQuestion}
      </Button>
      {beside && <p className="hint">{texts.opensInTab}</p>}
    </form>
  )
}
