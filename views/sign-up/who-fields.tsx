import type { Ref } from 'react'
import { signUpMessages } from '#src/domain/sign-up.ts'
import type { SignUpPage } from '#src/domain/sign-up-page.ts'
import { Field } from '../ui/field.tsx'

interface Props {
  page: SignUpPage
  /** The first box, for whoever comes back to this step. */
  top: Ref<HTMLInputElement>
  /** The first field with a problem. */
  wrong: string | undefined
  /** A field was typed in. */
  typed(name: keyof SignUpPage['typed'], value: string): void
}

/** Who signs up: one name on /pay, two on /verify, and an address. */
export const WhoFields = ({ page, top, wrong, typed }: Props) => {
  const box = (name: keyof SignUpPage['typed']) => ({
    name,
    defaultValue: page.typed[name],
    problem: page.problems[name]?.[0],
    required: true,
    // Without a script the page opens where the problem is.
    autoFocus: wrong === name,
    onChange: (e: { target: HTMLInputElement }) => typed(name, e.target.value),
  })
  return (
    <>
      {page.form === 'join' ? (
        <div className="names">
          <Field ref={top} label="First name" autoComplete="given-name" {...box('first_name')} />
          <Field label="Last name" autoComplete="family-name" {...box('last_name')} />
        </div>
      ) : (
        <Field
          ref={top}
          label="Name"
          autoComplete="name"
          hint="First and last name. If you have one name only, write it twice."
          {...box('name')}
        />
      )}
      <Field
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        hint={
          page.emailDomain
            ? signUpMessages.emailDomain(page.emailDomain)
            : 'We send a code there to see that it is yours.'
        }
        {...box('email')}
      />
    </>
  )
}
