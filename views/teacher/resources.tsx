import { isSampleAddress, type Resource } from '#src/signs/rules/content.ts'
import { Html } from '../ui/html.tsx'
import { useTexts } from '../ui/texts.ts'

/** Resource cards, already sorted by name. Content is in English. */
export const Resources = ({ resources }: { resources: Resource[] }) => {
  const { open, sample } = useTexts('teacher')
  return (
    <ul className="resources">
      {resources.map(resource => (
        <li key={resource.name} className="resource">
          <h3 lang="en">{resource.name}</h3>
          <Html html={resource.description} lang="en" />
          {isSampleAddress(resource.link) ? (
            <p>
              <span className="tag">{sample}</span>
            </p>
          ) : (
            <a className="button button-quiet" href={resource.link} target="_blank" rel="noopener">
              {open}
              <span className="visually-hidden" lang="en">
                {' '}
                {resource.name}
              </span>
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
