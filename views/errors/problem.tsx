import type { ReactNode } from 'react'
import type { Language } from '#src/core/rules/language.ts'
import { type Refusal, refusals } from '#src/lti/rules/launch-refusals.ts'
import { refusalText } from '#src/lti/texts/launch.ts'
import type { HelpSlot } from '#src/messages/rules/signed-help.ts'
import { Ask } from '../help/ask.tsx'
import { hrefs } from '../paths.ts'
import type { Site } from '../screen.ts'
import { SignedHelp } from '../signed-help/signed-help.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { UnpluggedLamp } from '../ui/pictures/page-pictures.tsx'
import { Help, InOtherLanguages, Message, Reference, Ways } from '../ui/public-page.tsx'
import { useLanguage, useTexts } from '../ui/texts.ts'
import { TellTeacher } from './tell-teacher.tsx'

/** The technical cause for one reader and the reference, if the page does not show it, folded at the end of an error page. */
const Technical = ({ summary, reference, children }: { summary: string; reference?: string; children?: ReactNode }) => (
  <details className="technical">
    <summary>{summary}</summary>
    {children}
    {reference && <Reference reference={reference} />}
  </details>
)

type ErrorHelpProps = Pick<Site, 'support'> & { reference: string; slot: HelpSlot }

/** Help on an error page, signed or by one button with ways to reach us and a form, which send the reference along. */
const ErrorHelp = ({ support, reference, slot }: ErrorHelpProps) => (
  <div className="help-corner">
    <SignedHelp slots={[slot]} />
    <details className="ask">
      <summary className="button button-quiet">{useTexts('help').askForHelp}</summary>
      <Help support={support} reference={reference} />
      <Ask action={hrefs.helpWith(reference)} email="" beside />
    </details>
  </div>
)

/** A safe link to continue with: following it never repeats the failed request. */
export interface Way {
  href: `/${string}`
  label: string
}

/** A heading whose reason, after the colon, is smaller. */
const Heading = ({ children }: { children: string }) => {
  const [what, reason] = children.split(/(?<=: )/)
  return (
    <>
      {what}
      {reason && <small>{reason}</small>}
    </>
  )
}

interface ProblemProps {
  what: string
  advice: string
  way?: Way | undefined
  /** Says the same in another language, for an answer that has no address of its own. */
  elsewhere: ((language: Language) => { what: string; advice: string }) | null
  reference: string
  /** A page of the back office: without the texts for students. */
  forStaff: boolean
  site: Site
}

/** Error page: what happened, what to do next, and the reference to quote. */
export const Problem = ({ what, advice, way, elsewhere, reference, forStaff, site }: ProblemProps) => {
  const { uhOh } = useTexts('ui')
  const texts = useTexts('problem')
  const says = (
    <>
      <p className="lead">{what}</p>
      <p>{advice}</p>
      {way && <ButtonLink href={way.href}>{way.label}</ButtonLink>}
    </>
  )
  if (forStaff)
    return (
      <Message title={uhOh} reference={reference} site={site}>
        {says}
      </Message>
    )
  return (
    <Message
      title={uhOh}
      picture={<UnpluggedLamp />}
      site={site}
      help={<ErrorHelp support={site.support} reference={reference} slot="page-error" />}
    >
      {says}
      {elsewhere && <InOtherLanguages lines={language => Object.values(elsewhere(language))} />}
      <TellTeacher text={texts.toTeacher(what, reference)} />
      <Technical summary={texts.forSupport} reference={reference} />
    </Message>
  )
}

/** A launch that was refused: what failed, what each reader can do, and at the end what administrators need. */
export const LaunchRefused = ({ refusal, reference, site }: { refusal: Refusal; reference: string; site: Site }) => {
  const text = refusalText(refusal.reason, useLanguage())
  const texts = useTexts('problem')
  return (
    <Message
      title={<Heading>{text.heading}</Heading>}
      picture={<UnpluggedLamp />}
      site={site}
      help={<ErrorHelp support={site.support} reference={reference} slot={`launch-${refusal.reason}`} />}
    >
      <p className="lead">{text.what}</p>
      <Ways {...text} />
      <Reference reference={reference} />
      <TellTeacher text={texts.toTeacher(`${text.heading}.`, reference)} />
      <Technical summary={texts.forAdministrator}>
        <p lang="en">
          {refusals[refusal.reason].administrator}
          {refusal.detail && <code className="detail">{refusal.detail}</code>}
        </p>
      </Technical>
    </Message>
  )
}
