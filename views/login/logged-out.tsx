import { paths } from '../paths.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PageHeader } from '../ui/page-header.tsx'

interface LoggedOutProps {
  action: string
  fields: Record<string, string[]>
  /** The form sent a file: the browser gives that only once. */
  file: boolean
}

/** A form that came after its session had ended: nothing typed is lost, it is sent again once one is back in. */
export const LoggedOut = ({ action, fields, file }: LoggedOutProps) => (
  <div className="column">
    <PageHeader title="You are logged out" />
    <Card>
      <p className="lead">{file ? 'Nothing of your file was taken in.' : 'What you entered is still here.'}</p>
      <ol className="numbered">
        <li>
          <a href={paths.login} target="_blank" rel="noopener">
            Log in in a new tab
          </a>
          .
        </li>
        <li>
          {file ? 'Come back to this tab, and choose the file again.' : 'Come back to this tab and send it again.'}
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
