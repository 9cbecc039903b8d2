import { type Language, languageNames, languages } from '#src/core/rules/language.ts'
import type { LaunchCheck } from '#src/lti/launch-check.ts'
import { type Launch, nameOf } from '#src/lti/rules/launch.ts'
import { type Refusal, refusals } from '#src/lti/rules/launch-refusals.ts'
import { refusalText } from '#src/lti/texts/launch.ts'
import { type Texts, textsIn } from '#src/texts/catalogues.ts'
import { Island } from '../island-host.tsx'
import { paths } from '../paths.ts'
import type { Site } from '../screen.ts'
import { HelpWithClip } from '../signed-help/signed-help.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { OpenDoor } from '../ui/pictures/picture.tsx'
import { Card, Help, Message, PageHeader } from '../ui/public-page.tsx'
import { useLanguage, useServerTexts } from '../ui/texts.ts'
import type { OpenCourseProps, WayToOpen } from './open-course.island.tsx'
import OpenCourse from './open-course.island.tsx'

/** Shown while the platform stores or returns the state, in each language: it may be the answer to a post. */
export const OpeningCourse = (way: WayToOpen) => {
  const texts = useServerTexts('launch')
  const props: OpenCourseProps = { ...way, label: labelIn(texts) }
  const language = useLanguage()
  return (
    <div className="column">
      <h1>{texts.opening}</h1>
      <Island of={OpenCourse} props={props} eager />
      {languages
        .filter(other => other !== language)
        .map(other => (
          <p key={other} className="soft" lang={other}>
            {textsIn(other).launch.opening}: {labelIn(textsIn(other).launch)}
          </p>
        ))}
    </div>
  )
}

const labelIn = ({ continueTo, yourCourse }: Texts['launch']) => continueTo(yourCourse)

interface Props {
  launch: Pick<Launch, 'person' | 'course'>
  /** Opens the launch once. */
  id: string
  /** The person chose the language of this page, so the course opens in it, too. */
  isChosen: boolean
  site: Site
}

/** Asks a person without cookies to continue. It names them, so that they notice somebody else's launch. */
export const ContinueLaunch = ({ launch, id, isChosen, site }: Props) => {
  const texts = useServerTexts('launch')
  const language = useLanguage()
  const name = nameOf(launch.person)
  const course = launch.course.title ?? launch.course.label ?? texts.yourCourse
  return (
    <Message
      title={texts.oneMoreStep}
      picture={<OpenDoor />}
      site={site}
      help={<HelpWithClip support={site.support} slot="one-more-step" />}
    >
      <p className="lead">{texts.cookiesBlocked}</p>
      <form method="post" action={paths.ltiContinue} className="form">
        <input type="hidden" name="id" value={id} />
        {isChosen && <input type="hidden" name="lang" value={language} />}
        <Button>
          <span dir="auto">{name ? texts.continueAs(name, course) : texts.continueTo(course)}</span>
        </Button>
        <p className="soft">{name ? texts.notYourName : texts.notYourCourse}</p>
        <OtherLanguages language={language} />
      </form>
    </Message>
  )
}

/** Buttons that show the page in another language. A link cannot: the page is the answer to a posted launch. */
const OtherLanguages = ({ language }: { language: Language }) => (
  <p className="language-buttons">
    {languages
      .filter(other => other !== language)
      .map(other => (
        <Button key={other} look="quiet" name="show_in" value={other} lang={other}>
          {languageNames[other]}
        </Button>
      ))}
  </p>
)

const Pairs = ({ pairs }: { pairs: [string, string][] }) => (
  <dl className="pairs">
    {pairs.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd dir="auto">{value}</dd>
      </div>
    ))}
  </dl>
)

/** Report for a launch with `?check`, which opens nothing. Other languages are folded: it cannot be posted again. */
export const LaunchChecked = ({
  checkIn,
  reference,
  site,
}: {
  checkIn(language: Language): LaunchCheck
  reference: string
  site: Site
}) => {
  const language = useLanguage()
  const check = checkIn(language)
  return (
    <div className="column">
      <PageHeader title={textsIn(language).launchCheck.title} about={`LTI ${check.version}`} />
      <Report check={check} language={language} />
      <Card>
        <h2>{textsIn(language).launchCheck.sent}</h2>
        <Pairs pairs={check.received} />
        <p className="reference">
          {textsIn(language).ui.reference} <code>{reference}</code>
        </p>
      </Card>
      {languages
        .filter(other => other !== language)
        .map(other => (
          <details key={other} className="in-other-language" lang={other}>
            <summary>{languageNames[other]}</summary>
            <Report check={checkIn(other)} language={other} />
          </details>
        ))}
      <Help support={site.support} reference={reference} toTeacher />
    </div>
  )
}

/** Administrators know the reasons by their technical names, which are in English. */
const titleOf = ({ reason }: Refusal, language: Language): string =>
  language === 'en' ? refusals[reason].title : refusalText(reason, language).heading

const Report = ({ check, language }: { check: LaunchCheck; language: Language }) => {
  const { refusal } = check
  const texts = textsIn(language).launchCheck
  return (
    <>
      <Card>
        {refusal ? (
          <Notice tone="problem">
            <div>
              <strong>{titleOf(refusal, language)}.</strong> {refusalText(refusal.reason, language).what}{' '}
              <span lang="en">
                {refusals[refusal.reason].administrator}
                {refusal.detail && <code className="detail">{refusal.detail}</code>}
              </span>
            </div>
          </Notice>
        ) : (
          <Notice tone="good">{texts.good}</Notice>
        )}
        {check.signature && <p className="soft">{check.signature}</p>}
        {check.faults.length > 0 && (
          <>
            <h2>{refusal ? texts.alsoFix : texts.better}</h2>
            <dl className="ways">
              {check.faults.map(({ what, fix, isEnglish }) => (
                <div key={what} lang={isEnglish && 'en'}>
                  <dt>{what}</dt>
                  <dd>{fix}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </Card>
      {check.understood.length > 0 && (
        <Card>
          <h2>{texts.howWeRead}</h2>
          <Pairs pairs={check.understood} />
        </Card>
      )}
    </>
  )
}
