import { paths } from '../../paths.ts'
import { demoPage, page, type Screen, type Site, screen } from '../../screen.ts'
import { toPlatform } from '../../to-platform.ts'
import { ButtonLink } from '../../ui/button.tsx'

export type OutboxMessage = Record<'name' | 'to' | 'subject' | 'date' | 'text', string>

/** Messages sent while no mail server is set up, so that demo users find them. */
export const demoOutbox = (read: () => Promise<OutboxMessage[]>): Screen =>
  screen<OutboxMessage[]>({
    path: paths.demoOutbox,
    ...demoPage,
    load: async () => page(await read(), { title: 'Outbox' }),
    View: ({ data, site }) => (
      <div className="outbox">
        <h1>Outbox</h1>
        <p className="soft">No mail server is set up, so messages appear here. The newest is first.</p>
        <div className="buttons">
          <ButtonLink href={paths.demoOutbox} look="quiet">
            Refresh
          </ButtonLink>
          <ButtonLink href={paths.demo} look="quiet">
            Back to the practice LMS
          </ButtonLink>
        </div>
        {data.length === 0 && <p>No messages yet.</p>}
        {data.map(message => (
          <article key={message.name} className="outbox-message">
            <h2>{message.subject || 'Text message'}</h2>
            <p className="soft">
              To {message.to}
              {message.date && ` · ${message.date}`}
            </p>
            <pre>{withLinks(message.text.trim(), site)}</pre>
          </article>
        ))}
      </div>
    ),
  })

/** Turns addresses into links. Odd parts of the split are addresses. */
const withLinks = (text: string, site: Site) =>
  text.split(/(https?:\/\/[^\s<>]*[^\s<>.,])/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text never change order
      <a key={at} href={toPlatform(part, site)}>
        {part}
      </a>
    ),
  )
