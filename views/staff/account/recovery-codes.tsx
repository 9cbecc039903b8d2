import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/office-page.tsx'

export const RecoveryCodes = ({ left, newCodes }: { left: number; newCodes: string[] }) => (
  <Panel title="Recovery codes">
    <p>Use one to log in when you have neither your passkey nor your email. Each works once.</p>
    {newCodes.length > 0 ? (
      <>
        <Notice tone="plain">Save or print these codes now. You won't see them again.</Notice>
        <ul className="recovery-codes">
          {newCodes.map(code => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </>
    ) : (
      <form method="post" action={paths.account} className="form">
        <p>{left === 0 ? 'You have no recovery codes.' : `You have ${left} left. New codes replace them.`}</p>
        <div className="buttons">
          <Button look="quiet" name="intent" value="codes">
            Make new codes
          </Button>
        </div>
      </form>
    )}
  </Panel>
)
