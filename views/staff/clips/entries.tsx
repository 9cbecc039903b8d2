import { stateText } from '#src/clips/rules/clip.ts'
import type { Queue, QueueEntry } from '#src/clips/rules/queue.ts'
import { hrefs } from '../../paths.ts'
import { StateTag } from '../clip/state-tag.tsx'
import type { ClipsPage } from './screen.tsx'

interface EntriesProps {
  entries: QueueEntry[]
  show: Queue
  rights: ClipsPage['rights']
}

const EMPTY: Record<Queue, string> = {
  missing: 'Every sign of this unit has a clip.',
  preparing: 'Nothing is being prepared.',
  waiting: 'Nothing waits for review.',
  approved: 'Nothing is approved and unpublished.',
  sent_back: 'Nothing was sent back.',
  published: 'Nothing is published yet.',
}

/** Signs of a queue, each with its clips and the usual next step. */
export const Entries = ({ entries, show, rights }: EntriesProps) =>
  entries.length === 0 ? (
    <p className="soft">{EMPTY[show]}</p>
  ) : (
    <ul className="clip-entries">
      {entries.map(entry => (
        <li key={entry.slug}>
          <div>
            <a className="gloss" href={hrefs.clipSign(entry.slug)}>
              {entry.gloss}
            </a>{' '}
            <span className="soft">
              {entry.english.join(', ')} · {entry.lesson}
            </span>
            {entry.clips.length > 0 && (
              <ul className="clip-tags">
                {entry.clips.slice(0, 6).map(clip => (
                  <li key={clip.id}>
                    <a
                      href={hrefs.clip(clip.id)}
                      aria-label={`${stateText[clip.state]}: ${entry.gloss} ${clip.variant}`}
                    >
                      <StateTag state={clip.state} />
                    </a>
                    {clip.variant && <span className="soft"> {clip.variant}</span>}
                    {clip.kind === 'example' && <span className="soft"> in a sentence</span>}
                  </li>
                ))}
              </ul>
            )}
          </div>
          <NextStep entry={entry} rights={rights} />
        </li>
      ))}
    </ul>
  )

const NextStep = ({ entry, rights }: { entry: QueueEntry; rights: ClipsPage['rights'] }) => {
  const waiting = entry.clips.find(clip => clip.state === 'waiting')
  if (waiting && rights.review)
    return (
      <a className="button button-quiet" href={hrefs.clip(waiting.id)}>
        Review<span className="visually-hidden">: {entry.gloss}</span>
      </a>
    )
  if (!rights.record) return null
  return (
    <a className="button button-quiet" href={hrefs.clipSign(entry.slug)}>
      Record<span className="visually-hidden">: {entry.gloss}</span>
    </a>
  )
}
