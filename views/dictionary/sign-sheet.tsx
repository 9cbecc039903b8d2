import type { ReactNode } from 'react'
import { clipOf, type PublishedClip, playedClip } from '#src/signs/rules/clip-media.ts'
import type { Sign } from '#src/signs/rules/dictionary.ts'
import { type EntryField, entryFields, handCounts } from '#src/signs/rules/entry-fields.ts'
import { slugOfGloss } from '#src/signs/rules/sign-slug.ts'
import { hrefs, paths } from '../paths.ts'
import { Player } from './player.tsx'

interface SignSheetProps {
  sign: Sign
  /** Address of another sign, by its slug. */
  hrefOf(slug: string): string
  /** Links to the editor of the entry. */
  edits?: true | undefined
}

/** All that is known about one sign. What is empty is left out. */
export const SignSheet = ({ sign, hrefOf, edits }: SignSheetProps) => (
  <div className="sign-sheet">
    <ClipOrVideo key={sign.slug} clip={clipOf(sign.clips, 'sign')} video={sign.video} name={sign.gloss} starts />
    <dl className="sign-facts">
      <Fact label={labelOf('english')}>
        {sign.english.join(', ')} <span className="soft">({sign.partOfSpeech})</span>
      </Fact>
      <Fact label={labelOf('spanish')}>
        {sign.spanish.length > 0 && <span lang="es">{sign.spanish.join(', ')}</span>}
      </Fact>
      {textFields.map(field => (
        <Fact key={field} label={labelOf(field)}>
          {sign[field]}
        </Fact>
      ))}
      <Fact label={labelOf('hands')}>{sign.hands && handCounts[sign.hands]}</Fact>
      <Fact label={labelOf('variants')}>{sign.variants.join(', ')}</Fact>
      <Fact label="In a sentence">
        {(sign.example || clipOf(sign.clips, 'example')) && (
          <ClipOrVideo clip={clipOf(sign.clips, 'example')} video={sign.example} name={`${sign.gloss} in a sentence`} />
        )}
      </Fact>
      {(['related', 'confusable'] as const).map(field => (
        <Fact key={field} label={labelOf(field)}>
          {sign[field].length > 0 && <SignLinks glosses={sign[field]} hrefOf={hrefOf} />}
        </Fact>
      ))}
      <Fact label="Transcript">{sign.transcript}</Fact>
      {sign.clips
        .filter(({ kind, variant }) => kind === 'sign' && variant !== '')
        .map(clip => (
          <Fact key={clip.variant} label={clip.variant}>
            <ClipOrVideo clip={clip} video={null} name={`${sign.gloss}, ${clip.variant}`} />
          </Fact>
        ))}
      <Fact label="Signer">{clipOf(sign.clips, 'sign')?.signer ?? sign.signer}</Fact>
      <Fact label="Lesson">Unit {sign.lesson}</Fact>
      <Fact label="Review">{sign.reviewedAt && `${sign.reviewedBy}, ${sign.reviewedAt}`}</Fact>
    </dl>
    <a
      className="own-page"
      href={hrefs.dictionary(paths.dictionary, { sign: sign.slug })}
      target="_blank"
      rel="noopener"
    >
      Link to this sign
    </a>
    {edits && (
      <a className="own-page" href={hrefs.sign(sign.slug)}>
        Change this entry
      </a>
    )}
  </div>
)

/** A published clip, or else the video that the content names. */
const ClipOrVideo = ({
  clip,
  video,
  name,
  starts = false,
}: {
  clip: PublishedClip | null
  video: string | null
  name: string
  starts?: boolean
}) => <Player clip={clip && playedClip(clip)} video={video} name={name} starts={starts} />

const textFields = [
  'usage',
  'formation',
  'handshape',
  'otherHandshape',
  'location',
  'movement',
  'mouth',
  'notes',
] as const

const labelOf = (field: EntryField) => entryFields[field].label

/** A label and its value, or nothing if the value is empty. */
const Fact = ({ label, children }: { label: string; children: ReactNode }) =>
  children ? (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  ) : null

const SignLinks = ({ glosses, hrefOf }: { glosses: string[]; hrefOf: SignSheetProps['hrefOf'] }) => (
  <ul className="sign-links">
    {glosses.map(gloss => (
      <li key={gloss}>
        <a className="gloss" href={hrefOf(slugOfGloss(gloss))}>
          {gloss}
        </a>
      </li>
    ))}
  </ul>
)
