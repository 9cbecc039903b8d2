import { Html } from './html.tsx'

/** Notice from the content folder, such as "This is sample content". */
export const ContentNotice = ({ html }: { html: string | null }) =>
  html && (
    <aside className="content-notice" aria-label="About this content">
      <Html html={html} />
    </aside>
  )
