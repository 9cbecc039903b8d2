import type { ReactNode } from 'react'
import { shortDay } from '#src/core/rules/business-day.ts'
import { may } from '#src/core/rules/staff.ts'
import { type Clip, COMMENT_MAX, kindText } from '#src/signs/rules/clips/clip.ts'
import { CAPTIONS_MAX, typedCaptions } from '#src/signs/rules/clips/reviews.ts'
import { clock } from '#src/signs/rules/sign-player.ts'
import { Island } from '../../island-host.tsx'
import { hrefs } from '../../paths.ts'
import { ActionButton, QuietLink } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { Panel, useDates, usePosted, useStaff } from '../../ui/office-page.tsx'
import AtTime from './at-time.island.tsx'
import { ClipFields, Glosses } from './clip-upload.tsx'
import ReviewKeys from './review-keys.island.tsx'
import type { ClipPage } from './screen.tsx'
import { NoConsent } from './studio.tsx'

/** Facts about a clip: signer, consent, dates, length. */
export const ClipFacts = ({ clip }: { clip: Clip }) => {
  const { date } = useDates()
  const at = (instant: Date | null, by: string | null) => instant && `${date(instant)}${by ? `, ${by}` : ''}`
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
          ['Length', clip.duration !== null && `${clip.duration.toFixed(1)} s`],
        ]}
      />
    </Panel>
  )
}

const EDITABLE: Clip['state'][] = ['recorded', 'failed', 'waiting', 'approved', 'sent_back']

/** Asks for what is still missing about a clip, or corrects it. Trimming is possible while the file is still there. */
export const DetailsForm = ({ data: { clip, signers, ownId, glosses, today } }: { data: ClipPage }) => {
  const sent = usePosted('describe')
  const asks = clip.state === 'recorded' || clip.state === 'failed'
  const times = [
    ['Start at second', 'trim_from', clip.trimFrom],
    ['End at second', 'trim_to', clip.trimTo],
    ['Picture at second', 'poster_at', clip.posterAt],
  ] as const
  return (
    <>
      {EDITABLE.includes(clip.state) && signers.length > 0 && (
        <Panel title={asks ? 'What the clip needs' : 'Correct the details'} form>
          <form method="post" action={hrefs.clip(clip.id)} className="form">
            <Field
              label="Sign"
              hint="Its gloss in the dictionary, like THANK-YOU"
              name="sign"
              sent={sent}
              list="glosses"
              defaultValue={clip.gloss ?? clip.sign ?? ''}
            />
            <Glosses of={glosses} />
            <ClipFields signers={signers} ownId={ownId} today={today} clip={clip} sent={sent} />
            {asks && (
              <div className="row">
                {times.map(([label, name, value]) => (
                  <Field
                    key={name}
                    label={label}
                    name={name}
                    sent={sent}
                    inputMode="decimal"
                    defaultValue={value ?? ''}
                  />
                ))}
              </div>
            )}
            <ActionButton
              intent="describe"
              label={asks ? 'Save and prepare' : 'Save details'}
              look={asks ? 'primary' : 'quiet'}
            />
          </form>
        </Panel>
      )}
      {asks && signers.length === 0 && <NoConsent />}
      {clip.state !== 'published' && (
        <details>
          <summary>Delete this clip</summary>
          <form method="post" action={hrefs.clip(clip.id)} className="form">
            <p>Its videos and comments are deleted. This cannot be undone.</p>
            <ActionButton intent="delete" label="Delete the clip" look="danger" />
          </form>
        </details>
      )}
    </>
  )
}

const ASKED: Partial<Record<Clip['state'], string>> = {
  waiting: 'Is the sign right, clear and well framed? To send it back, write a comment.',
  approved: 'The clip is approved. Publish it to show it in the dictionary.',
  published: 'The dictionary shows this clip.',
  replaced: 'A newer clip replaced this one. You can publish it again.',
  sent_back: 'Sent back. Ask the signer to record it again.',
}

/** The button of the next step of a reviewer, by the state of the clip. */
const NEXT: Partial<Record<Clip['state'], ReactNode>> = {
  waiting: <ActionButton intent="publish" label="Approve and publish" data-key="p" />,
  approved: <ActionButton intent="publish" label="Publish" />,
  replaced: <ActionButton intent="publish" label="Publish this version again" />,
  published: <ActionButton intent="take-down" label="Take down" look="quiet" />,
}

/** The steps that a reviewer may take with a clip. */
export const Review = ({ data: { clip, next } }: { data: ClipPage }) => {
  const reviews = may(useStaff(), 'review')
  return (
    <Panel title="Review">
      <p>{ASKED[clip.state]}</p>
      <form method="post" action={hrefs.clip(clip.id)} className="buttons">
        {reviews && NEXT[clip.state]}
        {reviews && next && (
          <QuietLink href={hrefs.clip(next.id)} data-key="n">
            Next to review ({next.waiting})
          </QuietLink>
        )}
      </form>
      {reviews && (next || clip.state === 'waiting') && (
        <Island of={ReviewKeys} props={{ canDecide: clip.state === 'waiting' }} eager />
      )}
    </Panel>
  )
}

/** Comments, each at a time in the clip or about all of it. With a script, a time moves the player there. */
export const Comments = ({ data }: { data: ClipPage }) => {
  const { time } = useDates()
  const { clip, comments } = data
  const sent = usePosted('send-back', 'comment')
  const sendsBack = may(useStaff(), 'review') && (clip.state === 'waiting' || clip.state === 'approved')
  return (
    <Panel title="Comments">
      {comments.length === 0 && <p className="soft">No comments yet.</p>}
      <ol className="history">
        {comments.map(comment => (
          <li key={comment.id}>
            <p>
              {comment.at !== null && (
                <button type="button" className="tag clip-time" data-seek={comment.at} disabled>
                  {clock(comment.at)}
                </button>
              )}{' '}
              <strong>{comment.by ?? 'Unknown'}</strong> <span className="soft">{time(comment.createdAt)}</span>
            </p>
            <p className="as-typed">{comment.text}</p>
          </li>
        ))}
      </ol>
      <form method="post" action={hrefs.clip(clip.id)} className="form">
        <TextArea
          label="Comment"
          name="text"
          sent={sent}
          maxLength={COMMENT_MAX}
          data-key={sendsBack ? 's' : undefined}
        />
        <Island of={AtTime} props={{ typed: sent.fields.at ?? '', most: clip.duration ?? 0 }} eager />
        <div className="buttons">
          {sendsBack && <ActionButton intent="send-back" label="Send back" />}
          <ActionButton intent="comment" label="Comment only" look="quiet" />
        </div>
      </form>
    </Panel>
  )
}

/** Captions of a clip: a sentence, or a WebVTT file. */
export const Captions = ({ clip }: { clip: Clip }) => {
  const sent = usePosted('captions')
  return (
    <Panel title="Captions" form>
      <form method="post" action={hrefs.clip(clip.id)} className="form">
        <TextArea
          label="What is signed, in English"
          hint="One sentence for the whole clip, or a WebVTT file with times."
          name="captions"
          sent={sent}
          defaultValue={typedCaptions(clip.captions)}
          maxLength={CAPTIONS_MAX}
        />
        <ActionButton intent="captions" label="Save captions" look="quiet" />
      </form>
    </Panel>
  )
}
