import { paths } from '../paths.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PageHeader } from '../ui/page-header.tsx'

interface LoggedOutProps {
  action: string
  fields: Record<string, string[]>
  /** True when the form sent a file, which cannot be sent again from here. */
  file: boolean
}

/**
 * Shown for a form that was posted after the session ended. Keeps the typed values so that they can be sent again after
 * login.
 */
export const LoggedOut = ({ action, fields, file }: LoggedOutProps) => (
  <div className="column">
    <PageHeader title="You are logged out" />
    <Card>
      <p className="lead">{file ? 'Your file was not imported.' : 'We kept what you entered.'}</p>
      <ol className="numbered">
        <li>
          <a href={paths.login} target="_blank" rel="noopener">
            Log in in a new tab
          </a>
          .
        </li>
        <li>
          {file ? 'Come back to this tab and choose the file again.' : 'Come back to this tab and send it again.'}
        </li>
      </ol>
      {file ? (
        <ButtonLink href={action}>Choose the file again</ButtonLink>
      ) : (
        <form method="post" action={action}>
          {Object.entries(fields).flatMap(([name, values]) =>
            values.map(value => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />),
          )}
          <Button>Send it again</Button>
        </form>
      )}
    </Card>
  </div>
)
