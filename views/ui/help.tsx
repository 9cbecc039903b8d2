import { shownPhone } from '#src/core/rules/format-phone.ts'
import type { Site } from '../screen.ts'
import { useTexts } from './texts.ts'

interface HelpProps {
  support: Site['support']
  reference?: string
  /** To a teacher or a coordinator, whom Spanish addresses more formally. */
  toTeacher?: boolean
}

/** Ways to reach a person, always in the same corner, and never by voice. */
export const Help = ({ support: { email, videophone, sms, isSample }, reference, toTeacher }: HelpProps) => {
  const texts = useTexts('ui')
  const subject = reference ? `?subject=${encodeURIComponent(`Signbook ${reference}`)}` : ''
  return (
    <div className="help">
      <span>{toTeacher ? texts.needHelpFormal : texts.needHelp}</span>
      <a href={`mailto:${email}${subject}`}>{email}</a>
      {videophone && (
        <span>
          {texts.videophone} {shownPhone(videophone)}
        </span>
      )}
      {sms && (
        <a href={`sms:${sms}`}>
          {texts.textUs} {shownPhone(sms)}
        </a>
      )}
      {isSample && (videophone || sms) && <span className="soft">{texts.sampleNumbers}</span>}
    </div>
  )
}
