import { island } from '../island.ts'
import { useTexts } from '../ui/texts.ts'

interface GuideList {
  title: string
  /** `dialog` opens items on this page, `page` on another site. */
  opens: 'dialog' | 'page'
  items: { title: string; href: string }[]
}

/** Guide links, to content in English. On hydrated pages, links with data-dialog open in a dialog (client/text-dialog.ts). */
const Guides = ({ lists }: { lists: GuideList[] }) => {
  const texts = useTexts('teacher')
  return (
    <div className="guides">
      {lists.map(({ title, opens, items }) => (
        <section key={title} className="guide-group">
          <h3 lang="en">{title}</h3>
          <ul>
            {items.map(item => (
              <li key={item.title}>
                {opens === 'dialog' ? (
                  <a href={item.href} data-dialog="guide" lang="en">
                    {item.title}
                  </a>
                ) : (
                  <a href={item.href} target="_blank" rel="noopener">
                    <span lang="en">{item.title}</span> <span aria-hidden="true">↗</span>
                    <span className="visually-hidden">{texts.otherSite}</span>
                  </a>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

export default island('teacher/guides', Guides, ['teacher'])
