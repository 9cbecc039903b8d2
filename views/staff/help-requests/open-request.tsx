import type { ReactNode } from 'react'
import { isKeyOf, keysOf } from '#src/core/rules/guards.ts'
import { languageNames, languages } from '#src/core/rules/language.ts'
import type { HelpFacts } from '#src/messages/rules/help.ts'
import { type HelpRequest, templateLabels } from '#src/messages/rules/help-desk.ts'
import { hrefs, paths } from '../../paths.ts'
import { ActionButton, Button } from '../../ui/button.tsx'
import { Select } from '../../ui/choices.tsx'
import { Badge, Facts, linkTo } from '../../ui/facts.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Panel, useDates, usePosted } from '../../ui/office-page.tsx'
import { CourseAccessPanel } from '../find/course-access.tsx'
import { useRights } from '../staff-screen.ts'
import type { OpenedRequest } from './screen.tsx'

/** One request: the question, who asks and why they have no access, the usual fixes, and the reply. */
export const OpenRequest = (opened: OpenedRequest) => {
  const { request, replies, person } = opened
  const { time } = useDates()
  const { change } = useRights()
  const action = hrefs.helpRequest(request.id)
  return (
    <>
      <Panel title={request.name ?? request.email} isNext>
        <div className="request">
          <div>
            <p className="soft">
              {time(request.at)} {request.answeredAt && <Badge>done</Badge>}
            </p>
            <p className="as-typed">{request.text}</p>
            {replies.map(r => (
              <div key={r.id}>
                <p className="soft">
                  {r.who ?? 'A colleague'} replied, {time(r.at)}
                </p>
                <p className="as-typed">{r.text}</p>
              </div>
            ))}
            {change && !request.answeredAt && <ReplyPanel {...opened} />}
          </div>
          <div>
            <RequestFacts request={request} />
            <p>
              <a href={hrefs.find(request.email)}>Find this email</a>
            </p>
            {change && <RequestState {...opened} />}
          </div>
        </div>
      </Panel>
      {person?.courses
        .filter(({ entitlement: e }) => request.courseId === null || e.course.id === request.courseId)
        .map(course => (
          <CourseAccessPanel
            key={course.entitlement.token}
            course={course}
            title={request.course ?? 'Course'}
            labels={[course.entitlement.email]}
            action={action}
          />
        ))}
    </>
  )
}

const RequestState = ({ request, colleagues }: OpenedRequest) => (
  <form method="post" action={hrefs.helpRequest(request.id)} className="form">
    <input type="hidden" name="request" value={request.id} />
    <Select
      label="Owner"
      name="owner"
      value={request.ownerId === null ? '' : String(request.ownerId)}
      empty="Nobody"
      options={colleagues}
    />
    <div className="buttons">
      <ActionButton intent="give" label="Change owner" look="quiet" />
      <ActionButton
        {...(request.answeredAt
          ? { intent: 'reopen', label: 'Open again' }
          : { intent: 'done', label: 'Mark as done' })}
        look="quiet"
      />
    </div>
  </form>
)

/** The reply, which begins with a template. */
const ReplyPanel = ({ request, template }: OpenedRequest) => (
  <>
    <form method="post" action={hrefs.helpRequest(request.id)} className="form">
      <input type="hidden" name="request" value={request.id} />
      <input type="hidden" name="language" value={template.language} />
      <TextArea
        key={`${template.name} ${template.language}`}
        label={`Reply to ${request.email}`}
        hint="We mail it from the support address. Their answer comes to the support mailbox, not to this page."
        rows={8}
        name="text"
        lang={template.language}
        sent={usePosted('reply', 'reply-done')}
        defaultValue={template.text}
      />
      <div className="buttons">
        <ActionButton intent="reply-done" label="Send and mark as done" />
        <ActionButton intent="reply" label="Send" look="quiet" />
      </div>
    </form>
    <form method="get" action={paths.support} className="row">
      <input type="hidden" name="request" value={request.id} />
      <Select
        label="Begin with"
        name="template"
        value={template.name}
        options={keysOf(templateLabels).map(value => ({ value, label: templateLabels[value] }))}
      />
      <Select
        label="Language"
        name="language"
        value={template.language}
        options={languages.map(value => ({ value, label: languageNames[value] }))}
      />
      <Button look="quiet">Use template</Button>
    </form>
  </>
)

const LABELS: Record<keyof HelpFacts, string> = {
  enroll_token: 'Enrollment',
  lti_token: 'Membership',
  course_title: 'Course',
  course_label: 'Course label',
  context_id: 'Context ID',
  domain: 'Canvas host',
  course_id: 'Course in Canvas',
  platform_iss: 'Platform',
  email: 'Email in the LMS',
}

/** The person and course of a help request and its other facts, with links. Leaves out the reply address. */
const RequestFacts = ({ request }: { request: HelpRequest }) => {
  const { facts, email, personId, name, courseId, course } = request
  const names = [...new Set([...Object.keys(LABELS), ...Object.keys(facts)])]
  const known = courseId === null ? [] : ['course_title', 'course_label', 'context_id']
  const shown = names.filter(fact => facts[fact] && facts[fact] !== email && !known.includes(fact))
  return (
    <Facts
      of={[
        ['Person', personId && <a href={hrefs.personPage(personId)}>{name ?? email}</a>],
        ['Course', courseId && <a href={hrefs.coursePage(courseId)}>{course}</a>],
        ...shown.map(fact => factShown(fact, facts)),
      ]}
    />
  )
}

/** Returns the label of a fact and its value. Tokens and the context ID lead to what they name. */
const factShown = (name: string, facts: HelpRequest['facts']): [label: string, value: ReactNode] => {
  const value = String(facts[name])
  const isToken = name.endsWith('_token')
  const isJoinLink = isToken && value.startsWith('c_')
  const label = isKeyOf(LABELS, name) ? LABELS[name] : name
  if (isJoinLink || name === 'context_id') return [isJoinLink ? 'Join link' : label, linkTo(hrefs.find(value), value)]
  return [label, isToken ? linkTo(hrefs.token(value), value) : value]
}
