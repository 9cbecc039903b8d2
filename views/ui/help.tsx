import { shownPhone } from '#src/domain/phone.ts'
import type { Site } from '../screen.ts'
import { still } from './still.ts'

interface HelpProps {
  support: Site['support']
  reference?: string
}

/** Contact line: email, videophone and text. Never by voice. */
export const Help = ({ support, reference }: HelpProps) => {
  const subject = reference ? `?subject=${encodeURIComponent(`Signbook ${reference}`)}` : ''
  return <div className="help" {...still(Contacts, support, { mail: `mailto:${support.email}${subject}` })} />
}

const Contacts = ({ email, videophone, sms, mail }: Site['support'] & { mail: string }) => (
  <>
    <span>Need help?</span>
    <a href={mail}>{email}</a>
    {videophone && <span>Videophone {shownPhone(videophone)}</span>}
    {sms && <a href={`sms:${sms}`}>Text {shownPhone(sms)}</a>}
  </>
)
