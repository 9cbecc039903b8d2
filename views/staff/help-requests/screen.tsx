import { listStaff } from '#src/accounts/staff.ts'
import { shortDay } from '#src/core/rules/business-day.ts'
import { checkForm } from '#src/core/rules/form.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import { languageOf } from '#src/core/rules/language.ts'
import { rowId } from '#src/core/rules/rows.ts'
import { fullName, may } from '#src/core/rules/staff.ts'
import { viewPerson } from '#src/desk/person-records.ts'
import { messagesStatus } from '#src/messages/contract.ts'
import { listPagesWithoutToken } from '#src/messages/help.ts'
import {
  giveHelpTo,
  listHelpRequests,
  listTemplates,
  replyToHelp,
  setHelpDone,
  undoHelpAnswered,
  viewHelpRequest,
} from '#src/messages/help-desk.ts'
import {
  fillTemplate,
  type HelpRequest,
  helpDeskMessages,
  helpDeskRefusals,
  helpKinds,
  helpSorts,
  helpStates,
  ReplyForm,
  templateLabels,
  usualTemplate,
} from '#src/messages/rules/help-desk.ts'
import { done, invalid, makeRefuser } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { ActionButton, QuietLink } from '../../ui/button.tsx'
import { DataTable, InOrOut, linkTo } from '../../ui/facts.tsx'
import { OfficePage, Panel, Time, useDates } from '../../ui/office-page.tsx'
import { accessActions, personFields } from '../find/person-actions.ts'
import { TimeZoneNote } from '../history.tsx'
import { ListPanel, twoLines } from '../list/list-panel.tsx'
import { choiceFilter, csvOf, type ListFilter, loadList, type StaffList } from '../list/staff-list.ts'
import { doneUndo, formId, type StaffContext, staffScreen, useRights } from '../staff-screen.ts'
import { OpenRequest } from './open-request.tsx'

const load = async (context: StaffContext) => {
  const id = rowId(context.query.request)
  const data = {
    opened: id === null ? null : await open(context, id),
    list: await loadList(requestList, context),
    pagesWithoutToken: await listPagesWithoutToken(context.app.db),
  }
  return page(data, { title: 'Help Requests', status: id !== null && !data.opened ? 404 : 200 })
}

const open = async ({ app, staff, query }: StaffContext, id: number) => {
  const found = await viewHelpRequest(app, id)
  if (!found) return null
  const { request, replies } = found
  const templates = await listTemplates(app)
  const name = isKeyOf(templateLabels, query.template ?? '') ? query.template : usualTemplate[request.kind]
  const language = languageOf(query.language) ?? request.language ?? 'en'
  const text = templates.find(t => t.name === name)?.[language].text ?? ''
  return {
    request,
    replies,
    /** The person of the link, with their courses and the fixes. */
    person: request.personId === null ? null : await viewPerson(app, { id: request.personId }, staff),
    /** The text that the reply begins with. */
    template: {
      name: name ?? '',
      language,
      text: fillTemplate(text, request, language === 'es' ? 'tu curso' : 'your course'),
    },
    colleagues: await colleaguesWhoAnswer(app),
  }
}
export type OpenedRequest = NonNullable<Awaited<ReturnType<typeof open>>>

const colleaguesWhoAnswer = async (app: StaffContext['app']) =>
  (await listStaff(app.db))
    .filter(s => may(s, 'change'))
    .map(s => ({ value: String(s.id), label: fullName(s) || s.email }))

const refuse = makeRefuser(helpDeskRefusals, messagesStatus)

const markDone = async ({ app, staff }: StaffContext, form: Form) => {
  const id = formId(form, 'request')
  const result = await setHelpDone(app, { id, isDone: true }, staff)
  return result.ok
    ? done(paths.support, helpDeskMessages.done, { undo: { request: String(id) } })
    : refuse(result.reason)
}

/** Undoes letting in, or else "done". */
const undo = async (context: StaffContext, form: Form) =>
  form.fields.token
    ? accessActions.undo(context, form)
    : doneUndo(paths.support, await undoHelpAnswered(context.app, formId(form, 'request'), context.staff))

const reopen = async ({ app, staff }: StaffContext, form: Form) => {
  const result = await setHelpDone(app, { id: formId(form, 'request'), isDone: false }, staff)
  return result.ok ? done(hrefs.helpRequest(formId(form, 'request')), null) : refuse(result.reason)
}

const reply =
  (isDone: boolean) =>
  async ({ app, staff }: StaffContext, form: Form) => {
    const checked = checkForm(ReplyForm, form.fields)
    if (!checked.ok) return invalid(checked.problems)
    const id = formId(form, 'request')
    const sent = await replyToHelp(app, { id, ...checked.value, isDone }, staff)
    if (!sent.ok) return refuse(sent.reason)
    return isDone
      ? done(paths.support, helpDeskMessages.sentAndDone(sent.email), { undo: { request: String(id) } })
      : done(hrefs.helpRequest(id), helpDeskMessages.sent(sent.email))
  }

const give = async ({ app, staff }: StaffContext, form: Form) => {
  const ownerId = rowId(form.fields.owner)
  const owner = (await listStaff(app.db)).find(s => s.id === ownerId && may(s, 'change')) ?? null
  const given = await giveHelpTo(app, formId(form, 'request'), owner, staff)
  return given.ok ? done(hrefs.helpRequest(formId(form, 'request')), helpDeskMessages.owner) : refuse(given.reason)
}

/** Help requests: the queue, one request with its reply and fixes, and payment pages that were opened without a token. */
export const helpRequestsScreen = staffScreen({
  path: paths.support,
  nav: { section: 'Help Requests', label: 'Help Requests', waits: 'help' },
  load: async context => csvOf(requestList, context) ?? load(context),
  submit: { ...accessActions, done: markDone, undo, reopen, reply: reply(false), 'reply-done': reply(true), give },
  fields: ['text', ...personFields],
  View: ({ data: { opened, list, pagesWithoutToken } }) => (
    <OfficePage
      title="Help Requests"
      lead={
        <>
          Reply here, fix the problem, then mark the request as done. <a href={paths.helpTemplates}>Templates</a>
        </>
      }
    >
      <TimeZoneNote />
      {opened && <OpenRequest {...opened} />}
      <ListPanel list={requestList} shown={list} />
      {pagesWithoutToken.length > 0 && <PagesWithoutToken pages={pagesWithoutToken} />}
    </OfficePage>
  ),
})

const PagesWithoutToken = ({ pages }: { pages: Awaited<ReturnType<typeof listPagesWithoutToken>> }) => {
  const { time } = useDates()
  return (
    <Panel title="Payment pages without a token">
      <p>
        Someone opened a payment page without the token in its link. Many on one page? A school may have a broken link.
      </p>
      <DataTable
        caption="Payment pages opened without a token"
        head={['Day', 'Page', 'Times', 'Last']}
        figures={[2]}
        rows={pages.map(f => ({
          key: `${f.day} ${f.page}`,
          cells: [shortDay(f.day), f.page, f.count, time(f.lastAt)],
        }))}
      />
    </Panel>
  )
}

const ownerFilter: ListFilter = {
  name: 'owner',
  label: 'Owner',
  none: 'Everyone',
  options: async ({ app }) => [
    { value: 'me', label: 'Mine' },
    { value: 'nobody', label: 'Nobody' },
    ...(await colleaguesWhoAnswer(app)),
  ],
}

const requestList: StaffList<HelpRequest> = {
  name: 'help-requests',
  title: 'Requests',
  path: paths.support,
  search: 'Name, email, course or words',
  columns: [
    { head: 'Asked', value: r => r.at, cell: r => <Time at={r.at} /> },
    {
      head: 'From',
      value: r => r.email,
      cell: r => twoLines(linkTo(hrefs.helpRequest(r.id), r.name ?? r.email), r.name && r.email),
    },
    {
      head: 'Question',
      value: r => r.text,
      cell: r => (
        <span className="as-typed">{r.text.length > MOST_TEXT ? `${r.text.slice(0, MOST_TEXT)}…` : r.text}</span>
      ),
    },
    {
      head: 'Course',
      value: r => r.course,
      cell: r =>
        r.courseId !== null &&
        twoLines(linkTo(hrefs.coursePage(r.courseId), r.course), r.isIn !== null && <InOrOut isIn={r.isIn} />),
      minor: true,
    },
    { head: 'About', value: r => helpKinds[r.kind], minor: true },
    { head: 'Owner', value: r => r.owner ?? '', minor: true },
    { head: 'Answer', value: () => null, onPage: true, cell: r => <AnswerCell request={r} /> },
    { head: 'Done', value: r => r.answeredAt, inFile: true },
  ],
  filters: [
    { ...choiceFilter('state', 'State', helpStates), none: 'Open' },
    choiceFilter('kind', 'About', helpKinds),
    ownerFilter,
  ],
  sorts: helpSorts,
  empty: 'No help request waits.',
  holds: 'people',
  find: listHelpRequests,
}

const AnswerCell = ({ request: r }: { request: HelpRequest }) => {
  const { change } = useRights()
  return (
    <form method="post" action={paths.support} className="buttons">
      <input type="hidden" name="request" value={r.id} />
      <QuietLink href={hrefs.helpRequest(r.id)} aria-label={`Answer ${r.name ?? r.email}`}>
        {r.answeredAt ? 'Open' : r.replies > 0 ? `Answer (${r.replies})` : 'Answer'}
      </QuietLink>
      {change && !r.answeredAt && (
        <ActionButton
          intent="done"
          label="Done"
          look="quiet"
          aria-label={`Mark the request of ${r.name ?? r.email} as done`}
        />
      )}
    </form>
  )
}

const MOST_TEXT = 200
