import { Fragment } from 'react'
import { codeGroups } from '#src/codes/rules/access-code.ts'
import { useTexts } from '../ui/texts.ts'

/** Shows 'N of M codes validated: …' without line breaks inside a code. */
export const Progress = ({ codes, total }: { codes: string[]; total: number }) => (
  <p className="soft">
    {useTexts('pay').progress(codes.length, total)}
    {codes.map((code, i) => (
      <Fragment key={code}>
        {i > 0 && ', '}
        <span className="whole">{code}</span>
      </Fragment>
    ))}
  </p>
)

/** Repeats the typed code in groups, to compare it with the card. The field's value stays unchanged. */
export const TypedGroups = ({ typed }: { typed: string }) => {
  const texts = useTexts('pay')
  const code = typed.trim()
  if (code.length <= 4 || /[\s-]/.test(code)) return null
  return (
    <p className="typed" aria-hidden="true">
      {texts.typed} <span>{codeGroups(code).join(' · ')}</span>
    </p>
  )
}
