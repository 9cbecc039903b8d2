import { learnPaths as paths } from '../learn-paths.ts'
import { PageLink } from './page-link.tsx'
import { useServerTexts } from './texts.ts'

export const learningPages = ['dictionary', 'fingerspelling', 'fingerspellingDrill', 'deck'] as const

/** Links from each learning page to the others. `here` is the page itself, or shown on it. */
export const LearningLinks = ({ here }: { here: (typeof learningPages)[number] }) => {
  const texts = useServerTexts('sentences').learn
  return (
    <nav className="learning-links" aria-label={texts.label}>
      {learningPages
        .filter(page => page !== here)
        .map(page => (
          <PageLink key={page} to={paths[page]}>
            {texts[page]}
          </PageLink>
        ))}
    </nav>
  )
}

/** Links to choose from, in a row; nothing without a choice. `true` marks what contains the chosen one. */
export const Pills = (props: {
  label: string
  of: { name: string; href: string; current: 'page' | 'true' | undefined }[]
}) =>
  props.of.length > 0 && (
    <nav aria-label={props.label}>
      <ul className="pills scroll-row">
        {props.of.map(({ name, href, current }) => (
          <li key={href} className={current && 'current'}>
            <a className="pill" href={href} aria-current={current}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
