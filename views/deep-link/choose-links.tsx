import type { DeepLinkPage } from '#src/lti/place-links.ts'
import { type DeepLinkChoice, placeableValue, placedLink } from '#src/lti/rules/deep-link.ts'
import type { Site } from '../screen.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Help } from '../ui/help.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useServerTexts, useTexts } from '../ui/texts.ts'

interface Props {
  page: DeepLinkPage
  problem: string | null
  action: string
  course: string
  site: Site
}

/** Form with the links a teacher can add. Radio buttons when the LMS accepts only one link. */
export const ChooseLinks = ({ page, problem, action, course, site }: Props) => {
  const texts = useServerTexts('deepLink')
  const dictionary = useTexts('dictionary')
  const choice = (item: DeepLinkChoice, description?: string) => (
    <label key={placeableValue(item)} className="check">
      <input
        type={page.acceptsMany ? 'checkbox' : 'radio'}
        name="link"
        value={placeableValue(item)}
        defaultChecked={item.kind === 'textbook' && !problem}
      />
      <span>
        <strong>{placedLink(item, { deepLink: texts, dictionary }).title}</strong>
        {description && <span className="soft">{description}</span>}
      </span>
    </label>
  )
  const units = page.choices.filter(item => item.kind === 'unit')
  return (
    <div className="column">
      <PageHeader title={texts.title} about={course} />
      <Card>
        {page.acceptsLinks ? (
          <form method="post" action={action} className="links">
            {problem && <Notice tone="problem">{problem}</Notice>}
            <fieldset className="choice-list">
              <legend>{page.acceptsMany ? texts.chooseMany : texts.chooseOne}</legend>
              {page.choices.map(item => item.kind !== 'unit' && choice(item, texts.opens[item.kind]))}
            </fieldset>
            {units.length > 0 && (
              <fieldset className="choice-list" aria-describedby="units-description">
                <legend>{texts.units}</legend>
                <p id="units-description" className="soft">
                  {texts.opens.units}
                </p>
                {units.map(item => choice(item))}
              </fieldset>
            )}
            <Button>{texts.add}</Button>
          </form>
        ) : (
          <p className="lead">{texts.refused.links_not_accepted}</p>
        )}
      </Card>
      <Help support={site.support} toTeacher />
    </div>
  )
}
