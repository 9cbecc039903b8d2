import { type Clip, kindText } from '#src/clips/rules/clip.ts'
import { shortDate, shortDay } from '#src/core/rules/business-day.ts'
import { Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/office-page.tsx'

const kilobytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1024)).toLocaleString('en')} kB`

/** Facts about a clip: signer, consent, dates, sizes. */
export const ClipFacts = ({ clip, timezone }: { clip: Clip; timezone: string }) => {
  const at = (instant: Date | null, by: string | null) =>
    instant && `${shortDate(instant, timezone)}${by ? `, ${by}` : ''}`
  const videos = clip.files.filter(file => file.role === 'video')
  return (
    <Panel title="About this clip">
      <Facts
        of={[
          ['Shows', kindText[clip.kind]],
          ['Region or variant', clip.variant],
          ['Signer', clip.signer],
          ['Consent', clip.consentVersion && `Version ${clip.consentVersion}, ${shortDay(clip.consentOn ?? '')}`],
          ['Recorded', clip.recordedOn && shortDay(clip.recordedOn)],
          ['File', clip.fileName],
          ['Sent', at(clip.createdAt, clip.uploadedBy)],
          ['Reviewed', at(clip.reviewedAt, clip.reviewedBy)],
          ['Published', at(clip.publishedAt, null)],
          ['Length', clip.duration !== null && `${clip.duration.toFixed(1)} s, ${clip.fps} frames a second`],
          [
            'Videos',
            videos
              .map(v => `${v.name.split('.')[1]?.toUpperCase()} ${v.width}×${v.height}, ${kilobytes(v.bytes)}`)
              .join(' · '),
          ],
        ]}
      />
    </Panel>
  )
}
