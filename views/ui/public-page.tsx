import type { ReactNode } from 'react'
import { shownPhone } from '#src/core/rules/format-phone.ts'
import { type Language, languageNames, languages } from '#src/core/rules/language.ts'
import type { About } from '#src/signs/rules/content.ts'
import type { Site } from '../screen.ts'
import { Html } from './html.tsx'
import { useLanguage, useServerTexts, useTexts } from './texts.ts'

const HAND =
  'M4.4 18.6L1.8 12.8M6.4 16.4L3.7 7.2M9.3 15.2L8 3.4M12.1 15.4L12.6 4.6M11.4 20.6L14.6 15.8M4.6 19V24.6C8.2 24.6 11.8 25.8 14.6 28.2V22.6C13.2 21.6 12.3 20.4 12 18.8L11.7 16.4L6.6 17z'

/** Logo of Signbook: two open hands whose thumbs meet, like an open book. Works at 16 px and in one color. */
export const Mark = ({ size = 32 }: { size?: number }) => (
  <svg
    className="mark"
    viewBox="0 0 32 32"
    width={size}
    height={size}
    fill="currentColor"
    stroke="currentColor"
    strokeWidth="2.6"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d={HAND} />
    <path d={HAND} transform="matrix(-1 0 0 1 32 0)" />
  </svg>
)

interface PageHeaderProps {
  title: ReactNode
  about?: string
  children?: ReactNode
}

/** The open book at the top of a page: its title, and the course it is about. */
export const PageHeader = ({ title, about, children }: PageHeaderProps) => (
  <header className="page-header book">
    <div>
      <div className="page-header-words">
        <Mark size={40} />
        <div>
          <h1 dir="auto">{title}</h1>
          {about && <p dir="auto">{about}</p>}
        </div>
      </div>
      {children && <div className="page-header-on">{children}</div>}
    </div>
  </header>
)

/** Card that holds one question, in the student column. */
export const Card = ({ children }: { children: ReactNode }) => <section className="card">{children}</section>

interface HelpProps {
  support: Site['support']
  reference?: string | undefined
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

/** Error reference that the person can quote to support. */
export const Reference = ({ reference }: { reference: string }) => (
  <p className="reference">
    {useTexts('ui').reference} <code>{reference}</code>
  </p>
)

interface MessageProps {
  title: ReactNode
  picture?: ReactNode
  children: ReactNode
  /** Error reference that the person can quote to support. */
  reference?: string | undefined
  help?: ReactNode
  site: Site
}

/** Page with one message: what happened, what to do next, and how to get help. */
export const Message = ({ title, picture, children, reference, help, site }: MessageProps) => (
  <div className="column">
    <PageHeader title={title} />
    <Card>
      {picture}
      {children}
      {reference && <Reference reference={reference} />}
    </Card>
    {help ?? <Help support={site.support} reference={reference} />}
  </div>
)

/** Advice for each reader of a page that does not open. */
export const Ways = ({ student, teacher }: Record<'student' | 'teacher', string>) => {
  const { ifStudent, ifTeacher } = useTexts('problem')
  return (
    <dl className="ways">
      <dt>{ifStudent}</dt>
      <dd>{student}</dd>
      <dt>{ifTeacher}</dt>
      <dd>{teacher}</dd>
    </dl>
  )
}

/** Notice from the content folder, such as "This is sample content", and the language that it is in. */
export const ContentNotice = ({ about: { text, language } }: { about: { text: About; language: Language } }) => {
  const texts = useServerTexts('sentences')
  return (
    text.notice && (
      <aside className="content-notice" aria-label={texts.aboutContent}>
        <Html html={text.notice} lang={language} />
      </aside>
    )
  )
}

/** The main sentences of a page in the other languages, folded, where a link to the same page would not work. */
export const InOtherLanguages = ({ lines }: { lines(language: Language): string[] }) => {
  const own = useLanguage()
  return languages
    .filter(language => language !== own)
    .map(language => (
      <details key={language} className="in-other-language" lang={language}>
        <summary>{languageNames[language]}</summary>
        {lines(language).map(line => (
          <p key={line}>{line}</p>
        ))}
      </details>
    ))
}
