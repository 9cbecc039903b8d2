import type { ReactNode } from 'react'

/** Staff page: title, purpose, then its panels. */
export const OfficePage = ({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) => (
  <div className="office-page">
    <header className="office-head">
      <h1>{title}</h1>
      {lead && <p className="soft">{lead}</p>}
    </header>
    {children}
  </div>
)

/** Two columns: the form left, the facts right. One column on small screens. */
export const Beside = ({ children }: { children: ReactNode }) => <div className="beside">{children}</div>

/** Panel of a staff page. `form` limits its width to that of a form. */
export const Panel = ({ title, form, children }: { title?: string; form?: boolean; children: ReactNode }) => (
  <section className={form ? 'panel panel-form' : 'panel'}>
    {title && <h2>{title}</h2>}
    {children}
  </section>
)
