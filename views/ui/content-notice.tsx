import { Html } from './html.tsx'

/** What the content says about itself: a sample says that it is one. */
export const ContentNotice = ({ html }: { html: string | null }) =>
  html && (
    <aside className="content-notice" aria-label="About this content">
      <Html html={html} />
    </aside>
  )
