import type { ReactNode } from 'react'

/** A cell with a second, softer line. */
export const TwoLines = ({ children, below }: { children: ReactNode; below: ReactNode }) => (
  <>
    {children}
    <div className="soft">{below}</div>
  </>
)
