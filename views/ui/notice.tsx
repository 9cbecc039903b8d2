import type { ReactNode } from 'react'

/** Something to know before going on. A problem is announced; the rest waits to be read. */
export const Notice = ({ tone, children }: { tone: 'problem' | 'good' | 'plain'; children: ReactNode }) => (
  <div className={`notice notice-${tone}`} role={tone === 'problem' ? 'alert' : undefined}>
    {children}
  </div>
)
