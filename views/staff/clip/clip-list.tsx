import { type Clip, clipTitle } from '#src/clips/rules/clip.ts'
import { shortDate } from '#src/core/rules/business-day.ts'
import { hrefs } from '../../paths.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { StateTag } from './state-tag.tsx'

interface ClipListProps {
  clips: Clip[]
  timezone: string
  empty?: string
}

/** Clips with their state, each linked to its page. */
export const ClipList = ({ clips, timezone, empty = 'No clips yet.' }: ClipListProps) => (
  <DataTable
    caption="Clips"
    head={['Clip', 'State', 'Signer', 'Recorded', 'Sent']}
    empty={empty}
    rows={clips.map(clip => ({
      key: clip.id,
      cells: [
        <a key="a" href={hrefs.clip(clip.id)}>
          {clipTitle(clip)}
        </a>,
        <StateTag key="s" state={clip.state} />,
        clip.signer,
        clip.recordedOn,
        shortDate(clip.createdAt, timezone),
      ],
    }))}
  />
)
