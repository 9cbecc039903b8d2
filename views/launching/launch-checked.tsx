import { textsIn } from '#src/core/rules/languages/catalogues.ts'
import { type Language, languageNames, languages } from '#src/core/rules/languages/language.ts'
import type { LaunchCheck } from '#src/lti/rules/launch-check.ts'
import { type Refusal, refusals, refusalText } from '#src/lti/rules/launch-refusal.ts'
import type { Site } from '../screen.ts'
import { Card } from '../ui/card.tsx'
import { Help } from '../ui/help.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useLanguage } from '../ui/texts.ts'

interface Props {
  checkIn(language: Language): LaunchCheck
  reference: string
  site: Site
}

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

/**
 * Report for a launch with `?check`: what arrived, how it was read, and what could be better. Opens nothing. A launch
 * cannot be posted again, so its report in other languages is folded at the end.
 */
export const LaunchChecked = ({ checkIn, reference, site }: Props) => {
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
const nameOf = ({ reason }: Refusal, language: Language): string =>
  language === 'en' ? refusals[reason].title : refusalText(reason, language).heading

/** The result, what to mend, and how the launch was read. */
const Report = ({ check, language }: { check: LaunchCheck; language: Language }) => {
  const { refusal } = check
  const texts = textsIn(language).launchCheck
  return (
    <>
      <Card>
        {refusal ? (
          <Notice tone="problem">
            <div>
              <strong>{nameOf(refusal, language)}.</strong> {refusalText(refusal.reason, language).what}{' '}
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
