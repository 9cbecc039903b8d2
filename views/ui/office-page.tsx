import type { ReactNode } from 'react'

/** A page of the back-office: its name, what it is for, then its panels. */
export const OfficePage = ({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) => (
  <div className="office-page">
    <header className="office-head">
      <h1>{title}</h1>
      {lead && <p className="soft">{lead}</p>}
    </header>
    {children}
  </div>
)

/** What can be changed stands left, what is known of it right; on a small screen one below the other. */
export const Beside = ({ children }: { children: ReactNode }) => <div className="beside">{children}</div>

/** One matter of a page. `form`: as wide as a form (spec §2, 400 to 600 px), else as wide as there is room. */
export const Panel = ({ title, form, children }: { title?: string; form?: boolean; children: ReactNode }) => (
  <section className={form ? 'panel panel-form' : 'panel'}>
    {title && <h2>{title}</h2>}
    {children}
  </section>
)
