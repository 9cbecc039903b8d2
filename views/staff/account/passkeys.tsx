import { shortTime } from '#src/core/rules/business-day.ts'
import { LONGEST_NAME, type Passkey } from '#src/staff/rules/passkeys.ts'
import { Island } from '../../island-host.tsx'
import PasskeyButton from '../../login/passkey-button.island.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/office-page.tsx'

export const Passkeys = ({ passkeys, timezone }: { passkeys: Passkey[]; timezone: string }) => (
  <Panel title="Passkeys">
    <p>A passkey logs you in with your fingerprint, face or device PIN. Codes by email still work.</p>
    <DataTable
      caption="Your passkeys"
      head={['Name', 'Added', 'Last used', 'Remove']}
      empty="You have no passkey yet."
      rows={passkeys.map(p => ({
        key: p.id,
        cells: [
          <Rename key="n" passkey={p} />,
          shortTime(p.createdAt, timezone),
          p.lastUsedAt ? shortTime(p.lastUsedAt, timezone) : 'never',
          <form key="r" method="post" action={paths.account}>
            <input type="hidden" name="id" value={p.id} />
            <Button look="quiet" name="intent" value="remove-passkey" aria-label={`Remove ${p.name}`}>
              Remove
            </Button>
          </form>,
        ],
      }))}
    />
    <noscript>
      <p className="soft">To add a passkey, turn on JavaScript.</p>
    </noscript>
    <Island of={PasskeyButton} props={{ use: 'add' }} eager />
  </Panel>
)

const Rename = ({ passkey: { id, name } }: { passkey: Passkey }) => (
  <form method="post" action={paths.account} className="rename">
    <input type="hidden" name="id" value={id} />
    <input
      className="input"
      name="name"
      defaultValue={name}
      maxLength={LONGEST_NAME}
      aria-label={`Name of ${name}`}
      autoComplete="off"
    />
    <Button look="quiet" name="intent" value="rename-passkey" aria-label={`Rename ${name}`}>
      Rename
    </Button>
  </form>
)
