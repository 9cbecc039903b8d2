import type { RosterRow } from '#src/lti/rules/roster.ts'
import { type rosterFilter, rosterNames } from '#src/lti/rules/roster-view.ts'
import { Island } from '../island-host.tsx'
import { hrefs } from '../paths.ts'
import type { Launch } from '../teacher/launch.ts'
import CopyTexts from '../ui/copy-text.island.tsx'
import { useServerTexts } from '../ui/texts.ts'

interface CopyNamesProps {
  rows: RosterRow[]
  filter: ReturnType<typeof rosterFilter>
  course: string
  launch: Launch
}

/** The names shown and, for one step, a reminder, to copy; and the file of the students shown. */
export const CopyNames = ({ rows, filter: { step, name }, course, launch }: CopyNamesProps) => {
  const texts = useServerTexts('roster')
  const names = rosterNames(rows)
  const reminders: Partial<Record<string, (course: string) => string>> = texts.reminders
  const reminder = step && reminders[step]?.(course)
  const count = rows.filter(row => !row.isTest).length
  if (count === 0) return null
  const items = [
    { label: texts.names(count), text: names, rows: Math.min(count, 8) },
    ...(reminder ? [{ label: texts.reminder, text: reminder, rows: 4 }] : []),
  ]
  const file = hrefs.ltiRoster(launch, { step: step ?? undefined, name: name || undefined, as: 'csv' })
  return (
    <div className="roster-take">
      <details open={Boolean(reminder)}>
        <summary>{reminder ? texts.copyAndRemind : texts.copy}</summary>
        <Island of={CopyTexts} props={{ items }} />
      </details>
      <a href={file} download>
        {texts.csv}
      </a>
    </div>
  )
}
