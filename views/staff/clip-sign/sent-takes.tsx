import { hrefs } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import type { useOutbox } from './outbox.ts'

/** The takes of this session that were sent, are on their way, or could not be sent. */
export const SentTakes = ({ takes, unsent, send, drop }: Omit<ReturnType<typeof useOutbox>, 'keep'>) =>
  takes.some(take => take.state !== 'kept') && (
    <div className="sending">
      <h3>This session</h3>
      <p role="status">
        Sent: {takes.length - unsent}.{unsent > 0 && ` Not sent yet: ${unsent}. Keep this page open.`}
      </p>
      <ul className="takes">
        {takes
          .filter(take => take.state !== 'kept')
          .reverse()
          .map(take => (
            <li key={take.id}>
              {take.clipId === null ? (
                <span className="gloss">{take.gloss}</span>
              ) : (
                <a className="gloss" href={hrefs.clip(take.clipId)}>
                  {take.gloss}
                </a>
              )}{' '}
              {take.state === 'sent' && <span className="tag tag-good">Sent</span>}
              {take.state === 'sending' && (
                <>
                  <progress max={1} value={take.share} aria-label={`Sending ${take.gloss}`} />
                  {take.waits && ' The server does not answer. We keep trying.'}
                </>
              )}
              {take.state === 'failed' && (
                <>
                  <span className="problem">Not sent: {take.message}</span>{' '}
                  <Button type="button" look="quiet" onClick={() => send(take)}>
                    Send again
                  </Button>{' '}
                  <Button type="button" look="quiet" onClick={() => drop(take.id)}>
                    Delete
                  </Button>
                </>
              )}
            </li>
          ))}
      </ul>
    </div>
  )
