import { findFramers } from '#src/access/tokens.ts'
import { httpStatus } from '#src/core/rules/outcome.ts'
import { courseName } from '#src/courses/rules/course.ts'
import { ltiStatus } from '#src/lti/contract.ts'
import { type DeepLinkPage, openDeepLink, signDeepLinks } from '#src/lti/deep-links.ts'
import { type DeepLinkChoice, placeableValue, placedLink } from '#src/lti/rules/deep-link.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { refused } from '../answer.ts'
import { Island } from '../island-host.tsx'
import { paths } from '../paths.ts'
import { type Page, page, type ScreenContext, type Site, screen } from '../screen.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Hourglass } from '../ui/pictures/page-pictures.tsx'
import { Card, Help, Message, PageHeader } from '../ui/public-page.tsx'
import { useServerTexts, useTexts } from '../ui/texts.ts'
import SendForm from './send-form.island.tsx'

type Data =
  | { kind: 'expired' }
  | { kind: 'choose'; found: DeepLinkPage; problem: string | null; address: string }
  | { kind: 'send'; returnUrl: string; jwt: string }

const expired = async ({ query, app, language }: ScreenContext): Promise<Page<Data>> => {
  const lms = await findFramers(app, query.token)
  const status = httpStatus(ltiStatus, 'launch_expired')
  return page({ kind: 'expired' }, { title: textsIn(language).teacher.expiredTitle, status, framedBy: { lms } })
}

const choose = ({ url, answer }: ScreenContext, found: DeepLinkPage): Page<Data> => {
  const { language, opened } = found
  return page(
    { kind: 'choose', found, problem: answer?.problems.link ?? null, address: url },
    { title: textsIn(language).deepLink.title, language, framedBy: { lms: opened.framers } },
  )
}

const launchOf = ({ query: { token = '', state = '' } }: ScreenContext) => ({ token, state })

/** Page where a teacher picks links to add to a course (LTI Deep Linking 2.0). */
export const deepLink = screen<Data>({
  path: paths.deepLink,
  access: 'public',
  chrome: 'bare',
  translated: true,
  load: async context => {
    const found = await openDeepLink(context.app, launchOf(context), context.language)
    return found ? choose(context, found) : expired(context)
  },
  submit: {
    default: async (context, { all }) => {
      const asked = { ...launchOf(context), values: all.link ?? [] }
      const result = await signDeepLinks(context.app, asked, context.language)
      if (!result.ok) {
        const { language } = result.reason === 'launch_expired' ? context : result.page
        const message = textsIn(language).deepLink.refused[result.reason]
        return refused(result.reason, { message, field: 'link' }, ltiStatus[result.reason])
      }
      const { opened, language } = result.page
      const { returnUrl, jwt } = result
      const { title } = textsIn(language).deepLink
      const formTargets = [new URL(returnUrl).origin]
      return page({ kind: 'send', returnUrl, jwt }, { title, language, framedBy: { lms: opened.framers }, formTargets })
    },
  },
  View: ({ data, site }) => <View data={data} site={site} />,
})

const View = ({ data, site }: { data: Data; site: Site }) => {
  const texts = useServerTexts('deepLink')
  const { expiredTitle } = useTexts('teacher')
  const { yourCourse } = useServerTexts('sentences')
  switch (data.kind) {
    case 'expired':
      return (
        <Message
          title={expiredTitle}
          picture={<Hourglass />}
          site={site}
          help={<Help support={site.support} toTeacher />}
        >
          <p>{texts.refused.launch_expired}</p>
        </Message>
      )
    case 'choose':
      return (
        <ChooseLinks
          page={data.found}
          problem={data.problem}
          action={data.address}
          course={courseName(data.found.opened, yourCourse)}
          site={site}
        />
      )
    case 'send':
      return (
        <Message title={texts.title} site={site} help={<Help support={site.support} toTeacher />}>
          <p className="lead">{texts.ready}</p>
          <Island
            of={SendForm}
            props={{ action: data.returnUrl, fields: [['JWT', data.jwt]], label: texts.send }}
            eager
          />
        </Message>
      )
    default:
      return data satisfies never
  }
}

interface Props {
  page: DeepLinkPage
  problem: string | null
  action: string
  course: string
  site: Site
}

const ChooseLinks = ({ page, problem, action, course, site }: Props) => {
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
