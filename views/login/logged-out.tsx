import { paths } from '../paths.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'

interface LoggedOutProps {
  action: string
  says: string
  /** Fields that the form would have sent; null: it looked something up, and its address says what. */
  fields: Record<string, string[]> | null
  /** The form sent a file: the browser gives that only once. */
  file: boolean
}

/** Answers a form whose session has ended. Nothing typed is lost: it is sent again after a new login. */
export const LoggedOut = ({ action, says, fields, file }: LoggedOutProps) => (
  <div className="column">
    <PageHeader title="You are logged out" />
    <Card>
      <Notice tone="problem">{says}</Notice>
      <p className="lead">{file ? 'Your file was not imported.' : 'What you entered is still here.'}</p>
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
      {file || !fields ? (
        <ButtonLink href={action}>{file ? 'Choose the file again' : 'Send it again'}</ButtonLink>
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
