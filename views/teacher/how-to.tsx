import { type HowToGroup, isSampleAddress } from '#src/signs/rules/content.ts'
import { Island } from '../island-host.tsx'
import { hrefs } from '../paths.ts'
import { Html } from '../ui/html.tsx'
import { useTexts } from '../ui/texts.ts'
import Guides from './guides.island.tsx'
import type { Launch } from './launch.ts'

/** All guides in groups, or the one guide named in the address, which is also the text of its dialog. */
export const HowTo = ({ groups, launch, item }: { groups: HowToGroup[]; launch: Launch; item: string | undefined }) => {
  const texts = useTexts('teacher')
  const shown = groups.filter(g => g.type === 'modal').flatMap(g => g.items.filter(i => i.slug === item))[0]
  if (shown)
    return (
      <>
        <p>
          <a href={hrefs.teacher(launch, { tab: 'how-to' })}>{texts.allGuides}</a>
        </p>
        <article className="prose" lang="en">
          <h3 data-title>{shown.title}</h3>
          <Html html={shown.content} />
        </article>
      </>
    )
  const lists = groups.map(group => ({
    title: group.title,
    opens: group.type === 'modal' ? ('dialog' as const) : ('page' as const),
    items: group.items.map(({ title, slug, content }) => ({
      title,
      href:
        group.type === 'modal'
          ? hrefs.teacher(launch, { tab: 'how-to', item: slug })
          : isSampleAddress(content)
            ? null
            : content,
    })),
  }))
  return <Island of={Guides} props={{ lists }} />
}
