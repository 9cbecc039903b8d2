import { Mark } from './mark.tsx'

/** The open book at the top of a page: where one is, and whose course it is. */
export const PageHeader = ({ title, about }: { title: string; about?: string }) => (
  <header className="page-header book">
    <div>
      <Mark size={40} />
      <div>
        <h1 dir="auto">{title}</h1>
        {about && <p dir="auto">{about}</p>}
      </div>
    </div>
  </header>
)
