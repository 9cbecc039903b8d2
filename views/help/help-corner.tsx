import type { Language } from '#src/core/rules/language.ts'
import type { HelpShown } from '#src/messages/rules/help.ts'
import type { HelpSlot } from '#src/messages/rules/signed-help.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { TellTeacher } from '../errors/tell-teacher.tsx'
import { Island } from '../island-host.tsx'
import { type HelpFrom, hrefs } from '../paths.ts'
import { inLanguage } from '../pay-paths.ts'
import { type Outside, type Page, page, type Site } from '../screen.ts'
import { HelpWithClip, SignedHelp } from '../signed-help/signed-help.tsx'
import { Signpost } from '../ui/pictures/page-pictures.tsx'
import { Help, Message } from '../ui/public-page.tsx'
import { useLanguage, useServerTexts, useTexts } from '../ui/texts.ts'
import { Ask } from './ask.tsx'
import Chat from './chat.island.tsx'

/** Outside hosts that the page's content security policy must allow. */
export const chatOf = ({ chat }: HelpShown): Outside[] => (chat ? ['chat'] : [])

interface HelpCornerProps {
  help: HelpShown
  support: Site['support']
  from: HelpFrom
  /** Slots of signed help for what the page shows. */
  slots: HelpSlot[]
  later?: HelpSlot[]
  /** A ready text for the teacher, who can help with what the page says. */
  letter?: string | null
}

/**
 * Help on a payment page: signed help, one button for all other ways to ask, and the chat when it is set up. K-12
 * schools have no phone.
 */
export const HelpCorner = ({ help, support, from, slots, later, letter }: HelpCornerProps) => (
  <div className="help-corner">
    <SignedHelp slots={slots} later={later} />
    {letter && <TellTeacher text={letter} />}
    <details className="ask">
      <summary className="button button-quiet">{useTexts('help').askForHelp}</summary>
      <Help support={help.isK12 ? { email: support.email } : support} />
      <Ask action={hrefs.help(help.token ?? undefined, from)} email={help.asksEmail ? help.email : null} beside />
    </details>
    {help.isK12 && <ForChildren token={help.token} />}
    {help.chat && <Island of={Chat} props={help.chat} eager />}
  </div>
)

/** For a child of ten: whom to ask about words, and a page for the parents. */
const ForChildren = ({ token }: { token: string | null }) => {
  const texts = useTexts('help')
  const language = useLanguage()
  // With a token the page knows the child's language, and a language in its address would count as a choice.
  const address = token ? hrefs.parents(token) : inLanguage(hrefs.parents(), language)
  return (
    <p className="soft">
      {texts.hardWord}{' '}
      <a href={address} target="_blank" rel="noopener">
        {texts.forParents}
      </a>
    </p>
  )
}

/** A link without a token, or with an unknown one. */
export interface Lost {
  found: false
  message: string
  slot: HelpSlot
}

export const lostLink = (token: string | undefined, language: Language): Page<Lost> => {
  const { reasons, sentences } = textsIn(language)
  const lost: Omit<Lost, 'found'> = token
    ? { message: reasons.token_not_found, slot: 'link-unknown' }
    : { message: sentences.noToken, slot: 'link-missing' }
  return page({ found: false, ...lost }, { title: sentences.linkNotFound, status: token ? 404 : 400 })
}

interface LostLinkProps extends Lost {
  /** One or two sentences that lead back to the page. */
  advice: string[]
  /** With the ways to ask that a payment page has. */
  help?: HelpShown
  site: Site
}

/** Shown when the link has no token, or an unknown one. */
export const LostLink = ({ message, advice, slot, help, site }: LostLinkProps) => {
  const { lostLinkLetter } = useServerTexts('sentences')
  const asked = { support: site.support, letter: lostLinkLetter }
  return (
    <Message
      title={message}
      picture={<Signpost />}
      site={site}
      help={
        help ? <HelpCorner {...asked} help={help} from="lti" slots={[slot]} /> : <HelpWithClip {...asked} slot={slot} />
      }
    >
      {advice.map(text => (
        <p key={text}>{text}</p>
      ))}
    </Message>
  )
}

/** A link to a page for a coordinator that no longer opens. */
export const GoneLink = ({ site }: { site: Site }) => {
  const texts = useServerTexts('seats')
  return (
    <Message title={texts.gone} picture={<Signpost />} site={site} help={<Help support={site.support} toTeacher />}>
      <p>{texts.askAgain}</p>
    </Message>
  )
}
