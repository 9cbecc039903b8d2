import { isKeyOf } from '#src/core/rules/guards.ts'
import type { Language } from '#src/core/rules/language.ts'
import { withoutAddresses } from '#src/core/rules/plain-text.ts'
import { type Texts, textsIn } from '#src/texts/catalogues.ts'
import type { MailContent, Part } from '../rules/mail-body.ts'
import { type Mail, type Message, UNKNOWN_SOURCE } from '../rules/message.ts'
import { type MailSlot, mailSlots } from '../rules/signed-help.ts'

/** Values known only when the mail is sent. */
export interface Shown {
  /** Formats an ISO date for people, like May 22, 2027. */
  date(iso: string, language: Language): string
  supportEmail: string
  open(sealed: string): string
  /** Returns the address of the clip in which somebody signs the mail; null without one. */
  signedAt(slot: MailSlot, language: Language): string | null
}

type Content = Omit<MailContent, 'language'>

/** Texts of the mail's language, and values put into words for it. */
interface Words extends Pick<Texts, 'mails' | 'sentences'>, Pick<Shown, 'open' | 'supportEmail'> {
  date(iso: string, other?: Language): string
  hello: Part
  questions: Part
  /** A mail to a student: a greeting, these parts, and where to ask. */
  letter(subject: string, ...parts: Part[]): Content
}

type Render<M> = (message: M, words: Words) => Content

const text = (text: string): Part => ({ is: 'text', text })

const table = (...rows: [name: string, value: string][]): Part => ({ is: 'table', rows })

const link = (label: string, url: string | null): Extract<Part, { is: 'link' }>[] =>
  url ? [{ is: 'link', label, url }] : []

const opening = (courseUrl: string | null, mails: Texts['mails']): Part[] =>
  courseUrl ? link(mails.open, courseUrl) : [text(mails.useLink)]

const note = ({ note }: { note?: string }): Part[] => (note ? [text(note)] : [])

/** Returns the slot of the clip in which somebody signs a mail; null for mail to staff, and for replies. */
export const mailSlot = ({ kind }: Pick<Message, 'kind'>): MailSlot | null => {
  const slot = `mail-${kind}`
  return isKeyOf(mailSlots, slot) ? slot : null
}

/** Renders a message as mail, in its language. Mail to staff is in English. */
export const renderMail = (given: Message, shown: Shown): MailContent => {
  const language = ('language' in given && given.language) || 'en'
  const { mails, sentences } = textsIn(language)
  const message = 'course' in given ? withoutLures(given, mails) : given
  const name = 'name' in message ? message.name : null
  const render = renderers[message.kind] as Render<Message>
  const hello = text(name ? mails.hello(name) : mails.helloAll)
  const questions = text(mails.questions(shown.supportEmail))
  const { subject, parts } = render(message, {
    ...{ mails, sentences, open: shown.open, supportEmail: shown.supportEmail, hello, questions },
    date: (iso, other = language) => shown.date(iso, other),
    letter: (subject, ...parts) => ({ subject, parts: [hello, ...parts, questions] }),
  })
  const slot = mailSlot(message)
  const signed = slot ? link(mails.watch, shown.signedAt(slot, language)) : []
  const content = 'isClaimed' in message && message.isClaimed ? withoutCourse({ subject, parts }) : { subject, parts }
  return {
    language,
    subject: content.subject,
    parts: [...content.parts, ...signed.map((part): Part => ({ ...part, isQuiet: true }))],
  }
}

/**
 * Returns a message without what an LMS may have chosen to lure a stranger: everything of it, if the address is only
 * claimed, and else what looks like an address.
 */
const withoutLures = <M extends Extract<Message, { course: string }>>(
  message: M,
  { yourCourse, yourSchool }: Texts['mails'],
): M => {
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

/** Ends the subject before its colon, which the course follows, and begins sentences with a capital. */
const withoutCourse = ({ subject, parts }: Content): Content => ({
  subject: subject.replace(/:.*/s, ''),
  parts: parts.map(part => (part.is === 'text' ? text(part.text.replace(/^./u, c => c.toUpperCase())) : part)),
})

const SECURITY = {
  'new-device': ['New login to Signbook', 'A new device logged in to your account.'],
  'recovery-code': ['A recovery code was used', 'Somebody logged in to your account with a recovery code.'],
  'code-guesses': [
    'Wrong sign-in codes',
    'Somebody tried several wrong sign-in codes for your account. Its codes are longer until tomorrow.',
  ],
  'passkey-added': ['A passkey was added', 'Your account has a new passkey.'],
} as const

const renderers: { [K in Message['kind']]: Render<Mail<K>> } = {
  welcome: ({ course, school, accessEndsAt, courseUrl, opensLater }, { mails, date, letter }) =>
    letter(
      mails.welcome.subject(course),
      text(`${mails.welcome.complete(course, school)} ${mails.until(date(accessEndsAt))}`),
      ...opening(courseUrl, mails),
      ...(opensLater ? [text(mails.welcome.opensLater)] : []),
    ),
  'welcome-back': ({ course, school, accessEndsAt, courseUrl }, { mails, date, letter }) =>
    letter(
      mails.welcomeBack.subject(course),
      text(`${mails.welcomeBack.again(course, school)} ${mails.until(date(accessEndsAt))}`),
      ...opening(courseUrl, mails),
    ),
  ready: ({ course, school, courseUrl, login, password }, { mails, sentences, letter }) =>
    letter(
      mails.ready.subject(course),
      text(mails.ready.now(course, school)),
      ...link(mails.open, courseUrl),
      text(`${mails.ready.logIn(login)} ${sentences.login[password]}`),
    ),
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
  'access-ends': ({ course, school, accessEndsAt, courseUrl }, { mails, date, letter }) =>
    letter(
      mails.accessEnds.subject(course, date(accessEndsAt)),
      text(mails.accessEnds.ends(course, school, date(accessEndsAt))),
      ...link(mails.open, courseUrl),
      text(mails.accessEnds.after),
    ),
  code: ({ isPin, sealedCode }, { mails, open }) => {
    const { subject, type } = isPin ? mails.pin : mails.code
    return { subject, parts: [text(type), { is: 'code', code: open(sealedCode) }] }
  },
  receipt: (message, { mails, date, letter }) =>
    letter(
      mails.receipt.subject(message.course),
      text(mails.receipt.thanks(message.course, message.school)),
      table(
        ...message.lines.map((l): [string, string] => [l.product, l.amount]),
        [mails.receipt.total, message.total],
        [mails.receipt.paidOn, date(message.paidAt)],
        [mails.reference, message.reference],
      ),
      ...note(message),
    ),
  'payment-failed': ({ course, school }, { mails, letter }) =>
    letter(
      mails.paymentFailed.subject(course),
      text(mails.paymentFailed.notDone(course, school)),
      text(mails.paymentFailed.retry),
    ),
  refund: (message, { mails: { refund, reference }, letter }) =>
    letter(
      refund.subject(message.course),
      text(refund.onItsWay(message.amount, message.course, message.school)),
      text(refund.tenDays),
      table(
        [refund.amount, message.amount],
        ...(message.products ?? []).map((product): [string, string] => [refund.product, product]),
        [reference, message.reference],
      ),
      ...note(message),
    ),
  // The address is what somebody typed, so nothing in the question is a link that we would send to a stranger.
  'help-reply': ({ text: words, question, reference }, { mails: { helpReply }, supportEmail }) => ({
    subject: helpReply.subject(reference),
    parts: [
      ...words.split(/\n\s*\n/).map(text),
      text(helpReply.answer(supportEmail)),
      text([helpReply.asked, ...question.split('\n').map(line => `> ${withoutAddresses(line)}`)].join('\n')),
    ],
  }),
  help: message => ({
    subject: 'Someone needs help',
    parts: [text(message.text), table(['Reply to', message.replyTo], ...message.facts)],
  }),
  waiting: ({ courses, more, url }, { hello }) => {
    const all = courses.length + more
    return {
      subject: all === 1 ? 'A course needs a product' : `${all} courses need a product`,
      parts: [
        hello,
        text('People opened these courses from their LMS. No one can use them until you choose a product:'),
        table(
          ...courses.map(({ name, school, teachers, students }): [string, string] => {
            const waits = students === 1 ? '1 student waiting' : `${students} students waiting`
            return [name, [school, teachers.join(', '), waits].filter(Boolean).join(' · ')]
          }),
        ),
        ...(more > 0 ? [text(`And ${more} more.`)] : []),
        ...link('Activate courses', url),
      ],
    }
  },
  'lms-registered': ({ school, host, isOn, isKnown, url }, { hello }) => ({
    subject: `${school}: an LMS registered`,
    parts: [
      hello,
      text(
        `${host} registered with the link for ${school}. ${isOn ? 'It is turned on, as you approved in advance.' : 'No link of it opens until you turn it on.'}`,
      ),
      ...(isKnown
        ? [text('We know this LMS. Tell us if it is the same school. Until then, nobody in it is asked to pay.')]
        : []),
      ...link(isKnown ? 'Decide' : 'Open platforms', url),
    ],
  }),
  'lms-on': ({ host }, { supportEmail }) => ({
    subject: 'Your LMS is turned on · Su plataforma está activada',
    parts: [
      text(`Signbook is turned on for ${host}. Links in your courses open now.`),
      text(`Signbook ya está activado para ${host}. Los enlaces de sus cursos ya se abren.`),
      text(`Questions? ¿Preguntas? ${supportEmail}`),
    ],
  }),
  'code-cards': ({ product, codes, until, url }, { date, supportEmail }) => ({
    subject: 'Your access codes · Sus códigos de acceso',
    parts: [
      text(
        `Access codes for ${product}: ${codes}. Print them as cards, or save them as a CSV file. The link works until ${date(until, 'en')}. Keep it to yourself: who has it can use the codes.`,
      ),
      text(
        `Códigos de acceso para ${product}: ${codes}. Imprímalos como tarjetas o guárdelos como archivo CSV. El enlace funciona hasta el ${date(until, 'es')}. No lo comparta: quien lo tenga puede usar los códigos.`,
      ),
      ...link('Open the codes · Abrir los códigos', url),
      text(`Questions? ¿Preguntas? ${supportEmail}`),
    ],
  }),
  security: ({ event, device, at, url }, { date, questions }) => ({
    subject: SECURITY[event][0],
    parts: [
      text(`${SECURITY[event][1]} Device: ${device}. Date: ${date(at)}.`),
      text('If this was you, there is nothing to do. If not, log out that device and remove what you do not know:'),
      ...link('Your account', url),
      questions,
    ],
  }),
  faults: ({ lines, url }) => ({
    subject: 'Signbook needs your attention',
    parts: [
      text('This has been wrong for an hour or longer:'),
      ...lines.map(({ name, found, nextStep }) => text(`${name}: ${found} ${nextStep ?? ''}`.trim())),
      ...link('Setup tries it again', url),
      text('You get this message once a day at most, until it is repaired.'),
    ],
  }),
}

const copied = (source: string, words: Texts['mails']['courseReady']): string =>
  source === UNKNOWN_SOURCE ? words.unknownContent : words.contentOf(source)
