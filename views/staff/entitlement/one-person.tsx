import { calledName } from '#src/domain/entitlement.ts'
import { hrefs } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Panel } from '../../ui/office-page.tsx'
import type { EntitlementPage, View } from './load.ts'

interface OnePersonProps {
  view: View
  other: EntitlementPage['other']
  /** Whether the colleague may say so. */
  may: boolean
}

/** A student who signed up and then opens the course by LTI has two rows: who else this person is (rules.md A11). */
export const OnePerson = ({ view: { entitlement, alsoThem }, other, may }: OnePersonProps) =>
  (may || alsoThem.length > 0) && (
    <Panel title="The same person twice?">
      {alsoThem.length > 0 && (
        <form method="post" action={hrefs.token(entitlement.token)} className="form">
          <ul className="bullets">
            {alsoThem.map(p => (
              <li key={p.id}>
                <a href={hrefs.token(p.token)}>{calledName(p)}</a>, {p.school}
              </li>
            ))}
          </ul>
          {may && (
            <div className="buttons">
              <Button look="quiet" name="intent" value="part">
                Not the same person
              </Button>
            </div>
          )}
        </form>
      )}
      {may && (
        <details open={other !== null}>
          <summary>Say who else this is</summary>
          <form method="post" action={hrefs.token(entitlement.token)} className="form">
            <p>
              For who signed up with us and opens the course from their LMS, too. Be sure: ask them, or their teacher.
              An email that only an LMS tells is no proof.
            </p>
            <Field
              label="Token or link of their other row"
              name="other"
              maxLength={300}
              defaultValue={other?.typed ?? ''}
              problem={other?.problem}
              autoComplete="off"
            />
            <div className="buttons">
              <Button look="quiet" name="intent" value="link">
                Go on
              </Button>
            </div>
          </form>
        </details>
      )}
    </Panel>
  )
