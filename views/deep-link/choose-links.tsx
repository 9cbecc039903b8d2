import { deepLinkMessages, type Placeable, placeableValue, placedLink } from '#src/domain/deep-link.ts'
import type { DeepLinkPage } from '#src/operations/place-links.ts'
import type { Site } from '../screen.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Help } from '../ui/help.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'

interface Props {
  page: DeepLinkPage
  problem: string | null
  action: string
  course: string
  site: Site
}

const about = {
  textbook: 'Students enter a code or pay here. Teachers find their page.',
  units: 'Teachers go straight to the unit. Students go to the textbook.',
  signs: 'The dictionary alone, for everyone in the course.',
} as const

/** One list, one button. An LMS that takes a single link gets a choice of one. */
export const ChooseLinks = ({ page, problem, action, course, site }: Props) => {
  const choose = (item: Placeable, says?: string) => (
    <label key={placeableValue(item)} className="check">
      <input
        type={page.acceptsMany ? 'checkbox' : 'radio'}
        name="link"
        value={placeableValue(item)}
        defaultChecked={item.kind === 'textbook' && !problem}
      />
      <span>
        <strong>{placedLink(item).title}</strong>
        {says && <span className="soft">{says}</span>}
      </span>
    </label>
  )
  const units = page.choices.filter(item => item.kind === 'unit')
  return (
    <div className="column">
      <PageHeader title="Add links to your course" about={course} />
      <Card>
        {page.acceptsLinks ? (
          <form method="post" action={action} className="links">
            {problem && <Notice tone="problem">{problem}</Notice>}
            <fieldset className="choice-list">
              <legend>{page.acceptsMany ? 'Which links?' : 'Which link?'}</legend>
              {page.choices.map(item => item.kind !== 'unit' && choose(item, about[item.kind]))}
            </fieldset>
            {units.length > 0 && (
              <fieldset className="choice-list" aria-describedby="units-say">
                <legend>Units</legend>
                <p id="units-say" className="soft">
                  {about.units}
                </p>
                {units.map(item => choose(item))}
              </fieldset>
            )}
            <Button>Add to course</Button>
          </form>
        ) : (
          <p className="lead">{deepLinkMessages.type}</p>
        )}
      </Card>
      <Help support={site.support} />
    </div>
  )
}
