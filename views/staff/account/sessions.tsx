import { shortTime } from '#src/core/rules/business-day.ts'
import type { OwnSession } from '#src/staff/rules/devices.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/office-page.tsx'

export const Sessions = ({ sessions, timezone }: { sessions: OwnSession[]; timezone: string }) => (
  <Panel title="Where you are logged in">
    <DataTable
      caption="Your sessions, the last used first"
      head={['Device', 'Logged in', 'Last used', 'Log out']}
      empty="You are not logged in anywhere."
      rows={sessions.map(s => ({
        key: s.id,
        cells: [
          `${s.device || 'Unknown device'}${s.isThis ? ' (this one)' : ''}`,
          shortTime(s.createdAt, timezone),
          shortTime(s.seenAt, timezone),
          <form key="o" method="post" action={paths.account}>
            <input type="hidden" name="id" value={s.id} />
            <Button
              look="quiet"
              name="intent"
              value="end-session"
              aria-label={`Log out ${s.device || 'unknown device'}`}
            >
              Log out
            </Button>
          </form>,
        ],
      }))}
    />
    {sessions.length > 1 && (
      <form method="post" action={paths.account} className="buttons">
        <Button look="quiet" name="intent" value="end-others">
          Log out all others
        </Button>
      </form>
    )}
  </Panel>
)
