import { island } from '../island.ts'

interface GuideList {
  title: string
  /** `dialog` opens items on this page, `page` on another site. */
  opens: 'dialog' | 'page'
  /** `href` is null for a sample without a page. */
  items: { title: string; href: string | null }[]
}

/** Guide links. On hydrated pages, links with data-dialog open in a dialog (client/text-dialog.ts). */
const Guides = ({ lists }: { lists: GuideList[] }) => (
  <div className="guides">
    {lists.map(({ title, opens, items }) => (
      <section key={title} className="guide-group">
        <h3>{title}</h3>
        <ul>
          {items.map(item => (
            <li key={item.title}>
              {item.href === null ? (
                <span>
                  {item.title} <span className="tag">sample, no page yet</span>
                </span>
              ) : opens === 'dialog' ? (
                <a href={item.href} data-dialog="guide">
                  {item.title}
                </a>
              ) : (
                <a href={item.href} target="_blank" rel="noopener">
                  {item.title} <span aria-hidden="true">↗</span>
                  <span className="visually-hidden">(opens another site)</span>
                </a>
              )}
            </li>
          ))}
        </ul>
      </section>
    ))}
  </div>
)

export default island('teacher/guides', Guides)
