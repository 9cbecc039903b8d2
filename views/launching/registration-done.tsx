import { textsIn } from '#src/core/rules/languages/catalogues.ts'
import { Island } from '../island-host.tsx'
import type { Site } from '../screen.ts'
import { Help } from '../ui/help.tsx'
import { InOtherLanguages } from '../ui/in-other-languages.tsx'
import { Message } from '../ui/message.tsx'
import { useServerTexts } from '../ui/texts.ts'
import CloseRegistration from './close-registration.island.tsx'

/** Shown after dynamic registration. Staff still have to switch the platform on. */
export const RegistrationDone = ({ issuer, site }: { issuer: string; site: Site }) => {
  const texts = useServerTexts('registration')
  return (
    <Message title={texts.registered} site={site} help={<Help support={site.support} toTeacher />}>
      <p className="lead">{texts.done(issuer)}</p>
      <p>{texts.review}</p>
      <Island of={CloseRegistration} props={{ label: texts.close, byHand: texts.closeByHand }} eager />
      <InOtherLanguages
        lines={language => {
          const { registration } = textsIn(language)
          return [registration.done(issuer), registration.review, registration.closeByHand]
        }}
      />
    </Message>
  )
}
