import type { Language } from '#src/core/rules/language.ts'
import { withoutAddresses } from '#src/core/rules/plain-text.ts'
import { type Texts, textsIn } from '#src/texts/catalogues.ts'
import type { MailContent, Part } from '../rules/mail-body.ts'
import { type Message, type SecurityNotice, UNKNOWN_SOURCE } from '../rules/message.ts'
import type { MailSlot } from '../rules/signed-help.ts'

const SECURITY: Record<SecurityNotice['event'], { subject: string; what: string }> = {
  'new-device': { subject: 'New login to Signbook', what: 'A new device logged in to your account.' },
  'recovery-code': {
    subject: 'A recovery code was used',
    what: 'Somebody logged in to your account with a recovery code.',
  },
  'code-guesses': {
    subject: 'Wrong sign-in codes',
    what: 'Somebody tried several wrong sign-in codes for your account. Its codes are longer until tomorrow.',
  },
  'passkey-added': { subject: 'A passkey was added', what: 'Your account has a new passkey.' },
}

const text = (text: string): Part => ({ is: 'text', text })

const STAFF_KINDS = ['help', 'waiting', 'lms-registered', 'lms-on', 'code-cards', 'security', 'faults'] as const

/** Renders a message to staff or to support. */
const renderStaffMail = (
  message: StaffMessage,
  { date, supportEmail }: Pick<Shown, 'date' | 'supportEmail'>,
): Omit<MailContent, 'language'> => {
  switch (message.kind) {
    case 'help':
      return {
        subject: 'Someone needs help',
        parts: [text(message.text), { is: 'table', rows: [['Reply to', message.replyTo], ...message.facts] }],
      }
    case 'waiting': {
      const all = message.courses.length + message.more
      return {
        subject: all === 1 ? 'A course needs a product' : `${all} courses need a product`,
        parts: [
          text(message.name ? `Hello ${message.name},` : 'Hello,'),
          text('People opened these courses from their LMS. No one can use them until you choose a product:'),
          {
            is: 'table',
            rows: message.courses.map(c => [
              c.name,
              [
                c.school,
                c.teachers.join(', '),
                c.students === 1 ? '1 student waiting' : `${c.students} students waiting`,
              ]
                .filter(Boolean)
                .join(' · '),
            ]),
          },
          ...(message.more > 0 ? [text(`And ${message.more} more.`)] : []),
          { is: 'link', label: 'Activate courses', url: message.url },
        ],
      }
    }
    case 'lms-registered':
      return {
        subject: `${message.school}: an LMS registered`,
        parts: [
          text(message.name ? `Hello ${message.name},` : 'Hello,'),
          text(
            `${message.host} registered with the link for ${message.school}. ${message.isOn ? 'It is turned on, as you approved in advance.' : 'No link of it opens until you turn it on.'}`,
          ),
          ...(message.isKnown
            ? [text('We know this LMS. Tell us if it is the same school. Until then, nobody in it is asked to pay.')]
            : []),
          { is: 'link', label: message.isKnown ? 'Decide' : 'Open platforms', url: message.url },
        ],
      }
    case 'lms-on':
      return {
        subject: 'Your LMS is turned on · Su plataforma está activada',
        parts: [
          text(`Signbook is turned on for ${message.host}. Links in your courses open now.`),
          text(`Signbook ya está activado para ${message.host}. Los enlaces de sus cursos ya se abren.`),
          text(`Questions? ¿Preguntas? ${supportEmail}`),
        ],
      }
    case 'code-cards':
      return {
        subject: 'Your access codes · Sus códigos de acceso',
        parts: [
          text(
            `Access codes for ${message.product}: ${message.codes}. Print them as cards, or save them as a CSV file. The link works until ${date(message.until, 'en')}. Keep it to yourself: who has it can use the codes.`,
          ),
          text(
            `Códigos de acceso para ${message.product}: ${message.codes}. Imprímalos como tarjetas o guárdelos como archivo CSV. El enlace funciona hasta el ${date(message.until, 'es')}. No lo comparta: quien lo tenga puede usar los códigos.`,
          ),
          { is: 'link', label: 'Open the codes · Abrir los códigos', url: message.url },
          text(`Questions? ¿Preguntas? ${supportEmail}`),
        ],
      }
    case 'security':
      return {
        subject: SECURITY[message.event].subject,
        parts: [
          text(`${SECURITY[message.event].what} Device: ${message.device}. Date: ${date(message.at, 'en')}.`),
          text('If this was you, there is nothing to do. If not, log out that device and remove what you do not know:'),
          { is: 'link', label: 'Your account', url: message.url },
          text(`Questions? Write to ${supportEmail}.`),
        ],
      }
    case 'faults':
      return {
        subject: 'Signbook needs your attention',
        parts: [
          text('This has been wrong for an hour or longer:'),
          ...message.lines.map(({ name, found, nextStep }) => text(`${name}: ${found} ${nextStep ?? ''}`.trim())),
          { is: 'link', label: 'Setup tries it again', url: message.url },
          text('You get this message once a day at most, until it is repaired.'),
        ],
      }
    default:
      return message satisfies never
  }
}

/** Values known only when the mail is sent. */
export interface Shown {
  /** Formats an ISO date for people, like May 22, 2027. */
  date(iso: string, language: Language): string
  supportEmail: string
  /** Decrypts a sealed value. */
  open(sealed: string): string
  /** Returns the address of the clip in which somebody signs the mail; null without one. */
  signedAt(slot: MailSlot, language: Language): string | null
}

type StaffMessage = Extract<Message, { kind: (typeof STAFF_KINDS)[number] }>
type ReplyMessage = Extract<Message, { kind: 'help-reply' }>
type PersonalMessage = Exclude<Message, StaffMessage | ReplyMessage>

const isToStaff = (message: Message): message is StaffMessage => STAFF_KINDS.some(kind => kind === message.kind)

/** Renders a message as mail, in its language. Mail to staff is in English. */
export const renderMail = (message: Message, shown: Shown): MailContent => {
  if (isToStaff(message)) return { language: 'en', ...renderStaffMail(message, shown) }
  if (message.kind === 'help-reply') return renderReply(message, shown)
  const { language = 'en' } = message
  const { subject, parts } = renderPersonalMail(message, shown, language)
  const signed = link(textsIn(language).mails.watch, shown.signedAt(slotOf(message), language))
  return { language, subject, parts: [...parts, ...signed.map((part): Part => ({ ...part, isQuiet: true }))] }
}

/** The address is what somebody typed, so nothing in the question is a link that we would send to a stranger. */
const renderReply = (
  { language, text: words, question, reference }: ReplyMessage,
  { supportEmail }: Shown,
): MailContent => {
  const { helpReply } = textsIn(language).mails
  const quoted = question.split('\n').map(line => `> ${withoutAddresses(line)}`)
  return {
    language,
    subject: helpReply.subject(reference),
    parts: [
      ...words.split(/\n\s*\n/).map(text),
      text(helpReply.answer(supportEmail)),
      text([helpReply.asked, ...quoted].join('\n')),
    ],
  }
}

/** Returns the slot of the clip in which somebody signs a mail; null for mail to staff, and for replies. */
export const mailSlot = (message: Message): MailSlot | null =>
  isToStaff(message) || message.kind === 'help-reply' ? null : slotOf(message)

const slotOf = ({ kind }: PersonalMessage): MailSlot => `mail-${kind}`

type CodeMessage = Extract<PersonalMessage, { kind: 'code' }>
type CourseMessage = Exclude<PersonalMessage, CodeMessage>

type Content = Omit<MailContent, 'language'>

/** Texts of the mail's language, and values put into words for it. */
interface Words extends Pick<Texts, 'mails' | 'sentences'> {
  date(iso: string): string
  hello: Part
  questions: Part
  supportEmail: string
}

/**
 * Returns a message without what an LMS may have chosen to lure a stranger: everything of it, if the address is only
 * claimed, and else what looks like an address.
 */
const withoutLures = (message: CourseMessage, { yourCourse, yourSchool }: Texts['mails']): CourseMessage => {
  const { name, course, school, isClaimed } = message
  if (!isClaimed)
    return {
      ...message,
      name: name && withoutAddresses(name),
      course: withoutAddresses(course),
      school: withoutAddresses(school),
    }
  return {
    ...message,
    ...{ name: null, course: yourCourse, school: yourSchool },
    ...('courseUrl' in message ? { courseUrl: null } : {}),
    ...('copiedFrom' in message ? { copiedFrom: UNKNOWN_SOURCE } : {}),
  }
}

const renderPersonalMail = (given: PersonalMessage, shown: Shown, language: Language): Content => {
  const { mails, sentences } = textsIn(language)
  if (given.kind === 'code') return renderCode(given, shown, mails)
  const message = withoutLures(given, mails)
  const words: Words = {
    mails,
    sentences,
    date: iso => shown.date(iso, language),
    hello: text(message.name ? mails.hello(message.name) : mails.helloAll),
    questions: text(mails.questions(shown.supportEmail)),
    supportEmail: shown.supportEmail,
  }
  const render = renderers[message.kind] as Render<CourseMessage>
  const content = render(message, words)
  return message.isClaimed ? withoutCourse(content) : content
}

/** Ends the subject before its colon, which the course follows, and begins sentences with a capital. */
const withoutCourse = ({ subject, parts }: Content): Content => ({
  subject: subject.replace(/:.*/s, ''),
  parts: parts.map(part => (part.is === 'text' ? text(part.text.replace(/^./u, c => c.toUpperCase())) : part)),
})

const renderCode = ({ isPin, sealedCode }: CodeMessage, shown: Shown, mails: Texts['mails']): Content => {
  const { subject, type } = isPin ? mails.pin : mails.code
  return { subject, parts: [text(type), { is: 'code', code: shown.open(sealedCode) }] }
}

type Render<M> = (message: M, words: Words) => Content

const renderers: { [K in CourseMessage['kind']]: Render<Extract<CourseMessage, { kind: K }>> } = {
  welcome: ({ course, school, accessEndsAt, courseUrl, opensLater }, { mails, date, hello, questions }) => ({
    subject: mails.welcome.subject(course),
    parts: [
      hello,
      text(`${mails.welcome.complete(course, school)} ${mails.until(date(accessEndsAt))}`),
      ...opening(courseUrl, mails),
      ...(opensLater ? [text(mails.welcome.opensLater)] : []),
      questions,
    ],
  }),
  'welcome-back': ({ course, school, accessEndsAt, courseUrl }, { mails, date, hello, questions }) => ({
    subject: mails.welcomeBack.subject(course),
    parts: [
      hello,
      text(`${mails.welcomeBack.again(course, school)} ${mails.until(date(accessEndsAt))}`),
      ...opening(courseUrl, mails),
      questions,
    ],
  }),
  ready: ({ course, school, courseUrl, login, password }, { mails, sentences, hello, questions }) => ({
    subject: mails.ready.subject(course),
    parts: [
      hello,
      text(mails.ready.now(course, school)),
      ...link(mails.open, courseUrl),
      text(`${mails.ready.logIn(login)} ${sentences.login[password]}`),
      questions,
    ],
  }),
  'course-ready': ({ course, school, copiedFrom, courseUrl }, { mails: { courseReady }, hello, supportEmail }) => ({
    subject: courseReady.subject(course),
    parts: [
      hello,
      text(
        copiedFrom === undefined
          ? courseReady.activated(course, school)
          : courseReady.copied(copied(copiedFrom, courseReady), course, school),
      ),
      ...link(courseReady.open, courseUrl),
      text(courseReady.questions(supportEmail)),
    ],
  }),
  'access-ends': ({ course, school, accessEndsAt, courseUrl }, { mails, date, hello, questions }) => ({
    subject: mails.accessEnds.subject(course, date(accessEndsAt)),
    parts: [
      hello,
      text(mails.accessEnds.ends(course, school, date(accessEndsAt))),
      ...link(mails.open, courseUrl),
      text(mails.accessEnds.after),
      questions,
    ],
  }),
  receipt: (message, { mails, date, hello, questions }) => ({
    subject: mails.receipt.subject(message.course),
    parts: [
      hello,
      text(mails.receipt.thanks(message.course, message.school)),
      {
        is: 'table',
        rows: [
          ...message.lines.map((l): [string, string] => [l.product, l.amount]),
          [mails.receipt.total, message.total],
          [mails.receipt.paidOn, date(message.paidAt)],
          [mails.reference, message.reference],
        ],
      },
      ...note(message),
      questions,
    ],
  }),
  'payment-failed': ({ course, school }, { mails, hello, questions }) => ({
    subject: mails.paymentFailed.subject(course),
    parts: [hello, text(mails.paymentFailed.notDone(course, school)), text(mails.paymentFailed.retry), questions],
  }),
  refund: (message, { mails, hello, questions }) => ({
    subject: mails.refund.subject(message.course),
    parts: [
      hello,
      text(mails.refund.onItsWay(message.amount, message.course, message.school)),
      text(mails.refund.tenDays),
      {
        is: 'table',
        rows: [
          [mails.refund.amount, message.amount],
          ...(message.products ?? []).map((product): [string, string] => [mails.refund.product, product]),
          [mails.reference, message.reference],
        ],
      },
      ...note(message),
      questions,
    ],
  }),
}

const opening = (courseUrl: string | null, mails: Texts['mails']): Part[] =>
  courseUrl ? link(mails.open, courseUrl) : [text(mails.useLink)]

const link = (label: string, url: string | null): Extract<Part, { is: 'link' }>[] =>
  url ? [{ is: 'link', label, url }] : []

const note = (message: { note?: string }): Part[] => (message.note ? [text(message.note)] : [])

const copied = (source: string, words: Texts['mails']['courseReady']): string =>
  source === UNKNOWN_SOURCE ? words.unknownContent : words.contentOf(source)
