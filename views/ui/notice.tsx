import type { ReactNode } from 'react'

/** Notice in the page. Only problems are announced to screen readers at once. */
export const Notice = ({ tone, children }: { tone: 'problem' | 'good' | 'plain'; children: ReactNode }) => (
  <div className={`notice notice-${tone}`} role={tone === 'problem' ? 'alert' : undefined}>
    {children}
  </div>
)
