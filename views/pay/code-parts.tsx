import { Fragment } from 'react'
import { codeGroups } from '#src/domain/access-code.ts'
import { progressSentence } from '#src/domain/coverage.ts'

/** 'N of M codes validated: …' (spec §2), without a line break inside a code. */
export const Progress = ({ codes, total }: { codes: string[]; total: number }) => (
  <p className="soft">
    {progressSentence(codes.length, total, [])}
    {codes.map((code, i) => (
      <Fragment key={code}>
        {i > 0 && ', '}
        <span className="whole">{code}</span>
      </Fragment>
    ))}
  </p>
)

/** A code typed in one piece, drawn in groups to compare with the card; the value itself is left alone (rules.md B4). */
export const Groups = ({ typed }: { typed: string }) => {
  const code = typed.trim()
  if (code.length <= 4 || /[\s-]/.test(code)) return null
  return (
    <p className="typed" aria-hidden="true">
      {codeGroups(code).join(' · ')}
    </p>
  )
}
