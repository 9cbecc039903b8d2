import { shortTime } from '#src/core/rules/business-day.ts'
import type { PersonRecord } from '#src/staff/rules/search-result.ts'
import type { TimelineEvent } from '#src/staff/rules/timeline.ts'
import { Panel } from '../../ui/office-page.tsx'
import { TimeZoneNote } from '../time-zone-note.tsx'

/** Everything that happened to a person, newest first. */
export const Timeline = ({ person: { timeline }, timezone }: { person: PersonRecord; timezone: string }) => (
  <Panel title="What happened">
    {timeline.length > 0 && <TimeZoneNote timezone={timezone} />}
    {timeline.length === 0 ? (
      <p className="soft">Nothing has happened yet.</p>
    ) : (
      <ol className="timeline">
        {timeline.map((m, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is rendered once, and events have no id
          <li key={index} className={`timeline-event timeline-event-${m.tone}`}>
            <time dateTime={m.at.toISOString()}>{shortTime(m.at, timezone)}</time>
            <span className="tag">{KINDS[m.kind]}</span>
            <div>
              <p>
                <strong>{m.title}</strong>
                {m.detail && ` · ${m.detail}`}
              </p>
              {m.place && <p className="soft">{m.place}</p>}
            </div>
          </li>
        ))}
      </ol>
    )}
  </Panel>
)

const KINDS: Record<TimelineEvent['kind'], string> = {
  launch: 'access',
  agreement: 'terms',
  code: 'code',
  payment: 'payment',
  mail: 'mail',
  job: 'job',
  staff: 'staff',
  course: 'course',
}
