import type { DeepLinkPage } from '#src/lti/index.ts'
import { type DeepLinkChoice, deepLinkRefusals, placeableValue, placedLink } from '#src/lti/rules/deep-link.ts'
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

const descriptions = {
  textbook: 'Students enter a code or pay here. Teachers open the teacher page.',
  units: 'Teachers go straight to the unit. Students go to the textbook.',
  signs: 'Opens the dictionary only, for everyone in the course.',
} as const

/** Form with the links a teacher can add. Radio buttons when the LMS accepts only one link. */
export const ChooseLinks = ({ page, problem, action, course, site }: Props) => {
  const choice = (item: DeepLinkChoice, description?: string) => (
    <label key={placeableValue(item)} className="check">
      <input
        type={page.acceptsMany ? 'checkbox' : 'radio'}
        name="link"
        value={placeableValue(item)}
        defaultChecked={item.kind === 'textbook' && !problem}
      />
      <span>
        <strong>{placedLink(item).title}</strong>
        {description && <span className="soft">{description}</span>}
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
              <legend>{page.acceptsMany ? 'Choose your links' : 'Choose one link'}</legend>
              {page.choices.map(item => item.kind !== 'unit' && choice(item, descriptions[item.kind]))}
            </fieldset>
            {units.length > 0 && (
              <fieldset className="choice-list" aria-describedby="units-description">
                <legend>Units</legend>
                <p id="units-description" className="soft">
                  {descriptions.units}
                </p>
                {units.map(item => choice(item))}
              </fieldset>
            )}
            <Button>Add to course</Button>
          </form>
        ) : (
          <p className="lead">{deepLinkRefusals.links_not_accepted.message}</p>
        )}
      </Card>
      <Help support={site.support} />
    </div>
  )
}
