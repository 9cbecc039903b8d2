import type { ReactNode } from 'react'

/** Definition list of facts. Leaves out empty values. */
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

/** A token or code in monospace. With JavaScript it gets a copy button. */
export const Copied = ({ children }: { children: string }) => (
  <span className="copied">
    <code data-copy>{children}</code>
  </span>
)
