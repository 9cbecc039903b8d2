import type { Language } from '#src/core/rules/languages/language.ts'
import type { Site } from '../screen.ts'
import { ButtonLink } from '../ui/button.tsx'
import { InOtherLanguages } from '../ui/in-other-languages.tsx'
import { Message } from '../ui/message.tsx'
import { UnpluggedLamp } from '../ui/pictures/unplugged-lamp.tsx'
import { useTexts } from '../ui/texts.ts'
import { ErrorHelp } from './error-help.tsx'
import { Technical } from './technical.tsx'
import { TellTeacher } from './tell-teacher.tsx'

/** A safe link to continue with: following it never repeats the failed request. */
export interface Way {
  href: `/${string}`
  label: string
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
