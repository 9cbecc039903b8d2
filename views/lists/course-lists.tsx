import type { SignList } from '#src/signs/rules/sign-lists.ts'
import { hrefs } from '../paths.ts'
import { useServerTexts } from '../ui/texts.ts'

/** Links to the lists of a course, for its students. */
export const CourseLists = ({ lists }: { lists: Pick<SignList, 'name' | 'link'>[] }) => {
  const texts = useServerTexts('lists')
  if (lists.length === 0) return null
  return (
    <nav className="course-lists" aria-label={texts.fromTeacher}>
      <p className="suggestions-title">{texts.fromTeacher}</p>
      <ul className="suggestions">
        {lists.map(({ name, link }) => (
          <li key={link}>
            <a className="pill" href={hrefs.deckOfList(link)} target="_blank" rel="noopener" dir="auto">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
