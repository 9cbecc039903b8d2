import type { Ref } from 'react'
import type { SignUpPage } from '#src/sign-up/rules/sign-up-page.ts'
import { Field } from '../ui/field.tsx'
import { useTexts } from '../ui/texts.ts'

interface Props {
  page: SignUpPage
  /** Ref to the first field, which is focused when this step is shown again. */
  top: Ref<HTMLInputElement>
  /** Name of the first field with an error. */
  firstProblem: string | undefined
  /** Called on each change of a field. */
  onType(name: keyof SignUpPage['typed'], value: string): void
}

/** Name and email fields: one name on /pay, first and last on /verify. */
export const WhoFields = ({ page, top, firstProblem, onType }: Props) => {
  const texts = useTexts('join')
  const box = (name: keyof SignUpPage['typed']) => ({
    name,
    defaultValue: page.typed[name],
    problem: page.problems[name]?.[0],
    required: true,
    // Focuses the error without JavaScript.
    autoFocus: firstProblem === name,
    onChange: (e: { target: HTMLInputElement }) => onType(name, e.target.value),
  })
  return (
    <>
      {page.form === 'join' ? (
        <div className="names">
          <Field ref={top} label={texts.firstName} autoComplete="given-name" {...box('first_name')} />
          <Field label={texts.lastName} autoComplete="family-name" {...box('last_name')} />
        </div>
      ) : (
        <Field ref={top} label={texts.name} autoComplete="name" hint={texts.nameHint} {...box('name')} />
      )}
      <Field
        label={texts.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        hint={
          page.emailDomain
            ? texts.faults.email_domain(page.emailDomain)
            : page.form === 'join'
              ? texts.pinHint
              : texts.emailHint
        }
        {...box('email')}
      />
    </>
  )
}
