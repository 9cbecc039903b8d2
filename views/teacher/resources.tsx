import type { Resource } from '#src/signs/rules/content.ts'
import { Html } from '../ui/html.tsx'

/** Resource cards, already sorted by name. */
export const Resources = ({ resources }: { resources: Resource[] }) => (
  <ul className="resources">
    {resources.map(resource => (
      <li key={resource.name} className="resource">
        <h3>{resource.name}</h3>
        <Html html={resource.description} />
        <a className="button button-quiet" href={resource.link} target="_blank" rel="noopener">
          Open<span className="visually-hidden"> {resource.name}</span>
        </a>
      </li>
    ))}
  </ul>
)
