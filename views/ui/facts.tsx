import type { ReactNode } from 'react'

/** Names and what they stand for; a fact that is not known is left out. */
export const Facts = ({ of: facts }: { of: [string, ReactNode][] }) => (
  <dl className="facts">
    {facts
      .filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)

/** A token or a code: whole, in the face that tells 0 from O, with a button to copy it where a script runs. */
export const Copied = ({ children }: { children: string }) => (
  <span className="copied">
    <code data-copy>{children}</code>
  </span>
)
