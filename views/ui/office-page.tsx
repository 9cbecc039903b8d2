import { createContext, type ReactNode, useContext } from 'react'
import { shortDate, shortTime } from '#src/core/rules/business-day.ts'
import { type Answered, type FeedbackText, posted, type Question, shownOnce } from '../answer.ts'
import type { ScreenContext } from '../screen.ts'
import { ActionButton, QuietLink } from './button.tsx'
import { Bullets } from './facts.tsx'
import { Field } from './field.tsx'
import { Notice } from './notice.tsx'

/** Facts that every part of a page may ask for. Only for parts that the server draws, not for islands. */
export const PageContext = createContext<Pick<ScreenContext, 'answer' | 'site' | 'staff'> | null>(null)

/** The answer to the action before. Null on a plain visit. */
export const useAnswer = (): Answered | null => useContext(PageContext)?.answer ?? null

/** The signed-in staff user. */
export const useStaff = () => {
  const staff = useContext(PageContext)?.staff
  if (!staff) throw new Error('a page of staff needs a signed-in staff user')
  return staff
}

export const useSite = () => {
  const site = useContext(PageContext)?.site
  if (!site) throw new Error('the page has no site')
  return site
}

/** Writes instants in the business time zone: `date` as 09/03/26, `time` with the time of day. */
export const useDates = () => {
  const { timezone } = useSite()
  return { timezone, date: (at: Date) => shortDate(at, timezone), time: (at: Date) => shortTime(at, timezone) }
}

/** An instant with the time of day, such as in the cell of a list. */
export const Time = ({ at }: { at: Date }) => useDates().time(at)

/** The form of a button as it was sent, and what is wrong with it. Empty unless it was just refused. */
export const usePosted = (...intents: string[]) => posted(useAnswer(), ...intents)

/** Returns the values that the action left to show once, such as a new secret. */
export const useShownOnce = <T extends object>(): Partial<T> => shownOnce<T>(useAnswer())

/** A line of the page. client/office.ts removes a success after 5 s, or 30 s with an undo; a problem stays. */
export const Feedback = ({ feedback }: { feedback: FeedbackText | null | undefined }) =>
  feedback ? (
    <Notice tone={feedback.tone}>
      <span data-feedback={feedback.tone} role={feedback.tone === 'good' ? 'status' : undefined}>
        {feedback.text}
      </span>
      {feedback.undo && (
        <form method="post" action={feedback.undo.action} className="undo">
          {Object.entries(feedback.undo.fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <ActionButton intent="undo" label="Undo" look="quiet" />
        </form>
      )}
    </Notice>
  ) : null

interface OfficePageProps {
  title: string
  lead?: ReactNode
  /** The problem of the address, such as an unknown record. Shown unless the answer has a line of its own. */
  problem?: string | false | null | undefined
  /** Shown below a question about an action. */
  details?: ReactNode
  children?: ReactNode
}

/** Staff page: title, purpose, the answer to the action before, then its panels. A question replaces the panels. */
export const OfficePage = ({ title, lead, problem, details, children }: OfficePageProps) => {
  const answer = useAnswer()
  const feedback = answer?.feedback ?? (problem ? ({ tone: 'problem', text: problem } as const) : null)
  return (
    <div className="office-page">
      <header className="office-head">
        <h1>{title}</h1>
        {lead && <p className="soft">{lead}</p>}
      </header>
      <Feedback feedback={feedback} />
      {answer?.question ? (
        <>
          <Confirm {...answer} question={answer.question} />
          {details}
        </>
      ) : (
        children
      )}
    </div>
  )
}

interface NotFoundProps {
  title: string
  lead?: string
  says?: string
  list: [href: string, label: string]
}

/** Page of a record that is not there. */
export const NotFound = ({ title, lead, says, list: [href, label] }: NotFoundProps) => (
  <OfficePage title={title} lead={lead}>
    <p>
      {says && `${says} `}
      <a href={href}>{label}</a>
    </p>
  </OfficePage>
)

/** Two columns: the form left, the facts right. One column on small screens. */
export const Beside = ({ children }: { children: ReactNode }) => <div className="beside">{children}</div>

interface PanelProps {
  id?: string
  title?: string
  form?: boolean
  /** Marks the part that the page was opened for. With a script its heading gets the focus, so that Tab goes on from there. */
  isNext?: boolean
  children: ReactNode
}

/** Panel of a staff page. `form` limits its width to that of a form. */
export const Panel = ({ id, title, form, isNext, children }: PanelProps) => (
  <section id={id} className={form ? 'panel panel-form' : 'panel'}>
    {title && <h2 data-next={isNext || undefined}>{title}</h2>}
    {children}
  </section>
)

/** Fields of the confirmation itself. All others belong to the form that waits for it. */
const OWN = ['intent', 'confirmed', 'reason']

/** The fields of another form, to send them again. */
export const HiddenFields = ({ of }: { of: Record<string, string[]> }) =>
  Object.entries(of).flatMap(([name, values]) =>
    values.map(value => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />),
  )

interface ConfirmProps extends Pick<Answered, 'form' | 'intent' | 'problems' | 'url'> {
  question: Question
}

/** Lists the effects of an action, and asks for a reason where one is kept, before it is carried out. */
const Confirm = ({ question, form, intent, problems, url }: ConfirmProps) => (
  <Panel title={question.title} form isNext>
    {question.says.length > 0 && <Bullets of={question.says} />}
    <form method="post" action={url} className="form">
      <HiddenFields of={Object.fromEntries(Object.entries(form.all).filter(([name]) => !OWN.includes(name)))} />
      <input type="hidden" name="confirmed" value={question.effectsKey ?? 'yes'} />
      {question.needsReason && (
        <Field label="Reason" name="reason" sent={{ fields: form.fields, problems }} maxLength={500} />
      )}
      <div className="buttons">
        {question.button && (
          <ActionButton
            intent={intent ?? undefined}
            label={question.button}
            look={question.isDangerous ? 'danger' : 'primary'}
          />
        )}
        <QuietLink href={url}>Cancel</QuietLink>
      </div>
    </form>
  </Panel>
)
