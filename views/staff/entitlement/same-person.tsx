import { calledName } from '#src/access/rules/entitlement.ts'
import { hrefs } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Panel } from '../../ui/office-page.tsx'
import type { EntitlementPage, View } from './load.ts'

interface SamePersonProps {
  view: View
  other: EntitlementPage['other']
  canChange: boolean
}

/** Links two records of one person, such as a sign-up and a later LTI launch (docs/rules/access.md). */
export const SamePerson = ({ view: { entitlement, alsoThem }, other, canChange }: SamePersonProps) =>
  (canChange || alsoThem.length > 0) && (
    <Panel title="Same person twice?">
      {alsoThem.length > 0 && (
        <form method="post" action={hrefs.token(entitlement.token)} className="form">
          <ul className="bullets">
            {alsoThem.map(p => (
              <li key={p.id}>
                <a href={p.token ? hrefs.token(p.token) : hrefs.personPage(p.id)}>{calledName(p)}</a>, {p.school}
              </li>
            ))}
          </ul>
          {canChange && (
            <div className="buttons">
              <Button look="quiet" name="intent" value="unlink">
                Unlink…
              </Button>
            </div>
          )}
        </form>
      )}
      {canChange && (
        <details open={other !== null}>
          <summary>Link another record</summary>
          <form method="post" action={hrefs.token(entitlement.token)} className="form">
            <p>
              Use this when someone signed up here and also opens the course from their LMS. Ask the person or their
              teacher first. An email from the LMS alone is not proof.
            </p>
            <Field
              label="Token or link of their other record"
              name="other"
              maxLength={300}
              defaultValue={other?.typed ?? ''}
              problem={other?.problem}
              autoComplete="off"
            />
            <div className="buttons">
              <Button look="quiet" name="intent" value="link">
                Link records…
              </Button>
            </div>
          </form>
        </details>
      )}
    </Panel>
  )
