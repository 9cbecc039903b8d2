import { type ClipComment, COMMENT_MAX } from '#src/clips/rules/clip.ts'
import { shortTime } from '#src/core/rules/business-day.ts'
import { clock } from '#src/signs/rules/sign-player.ts'
import { Island } from '../../island-host.tsx'
import { hrefs } from '../../paths.ts'
import { usePosted } from '../../ui/answer.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/office-page.tsx'
import AtTime from './at-time.island.tsx'
import type { ClipPage } from './load.ts'

interface CommentsProps {
  comments: ClipComment[]
  data: ClipPage
  timezone: string
}

/** Comments, each at a time in the clip or about all of it. With a script, a time moves the player there. */
export const Comments = ({ comments, data: { clip, rights }, timezone }: CommentsProps) => {
  const { fields, problems } = usePosted('send-back', 'comment')
  const sendsBack = rights.review && (clip?.state === 'waiting' || clip?.state === 'approved')
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
              <strong>{comment.by ?? 'Unknown'}</strong>{' '}
              <span className="soft">{shortTime(comment.createdAt, timezone)}</span>
            </p>
            <p className="as-typed">{comment.text}</p>
          </li>
        ))}
      </ol>
      <form method="post" action={hrefs.clip(clip?.id ?? 0)} className="form">
        <div className="field">
          <label htmlFor="comment">Comment</label>
          <textarea
            id="comment"
            name="text"
            className="input"
            maxLength={COMMENT_MAX}
            rows={3}
            defaultValue={fields.text}
            aria-invalid={problems.text ? true : undefined}
            aria-describedby={problems.text ? 'comment-problem' : undefined}
          />
          {problems.text && (
            <p className="problem" id="comment-problem" role="alert">
              {problems.text}
            </p>
          )}
        </div>
        <Island of={AtTime} props={{ typed: fields.at ?? '', most: clip?.duration ?? 0 }} eager />
        <div className="buttons">
          {sendsBack && (
            <Button name="intent" value="send-back">
              Send back
            </Button>
          )}
          <Button look="quiet" name="intent" value="comment">
            Comment only
          </Button>
        </div>
      </form>
    </Panel>
  )
}
