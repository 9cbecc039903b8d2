import type { ReactNode } from 'react'
import type { CourseShown } from '#src/sign-up/rules/sign-up-page.ts'
import { unitRanges } from '#src/sign-up/rules/sign-up-page.ts'
import { laterSignUpSlots, signUpSlots } from '#src/sign-up/rules/sign-up-slots.ts'
import { TellTeacher } from '../errors/tell-teacher.tsx'
import { HelpCorner } from '../help/help-corner.tsx'
import { Island } from '../island-host.tsx'
import type { HelpFrom } from '../paths.ts'
import type { Site } from '../screen.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Message } from '../ui/message.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Signpost } from '../ui/pictures/signpost.tsx'
import { useServerTexts, useTexts } from '../ui/texts.ts'
import type { SignUpData } from './sign-up-actions.tsx'
import SignUpPanel from './sign-up-panel.island.tsx'

interface SignUpViewProps {
  data: SignUpData
  site: Site
  from: HelpFrom
}

export const SignUpView = ({ data, site, from }: SignUpViewProps) => {
  if (data.show === 'card') return <LinkCard data={data} site={site} from={from} />
  return (
    <div className="column">
      <PageHeader title={data.course.name} about={data.course.school} />
      <About course={data.course} live={site.live} note={data.login && <SignedUpBefore login={data.login} />} />
      <Island of={SignUpPanel} props={data.panel} />
      <HelpCorner
        help={data.help}
        support={site.support}
        from={from}
        slots={signUpSlots(data.panel)}
        later={laterSignUpSlots}
      />
    </div>
  )
}

/** For a person who opens the join link again: the form below is for new people. */
const SignedUpBefore = ({ login }: { login: string }) => {
  const texts = useServerTexts('sentences').signedUpBefore
  return (
    <>
      {texts.already} <a href={login}>{texts.logIn}</a>. {texts.notPaid}
    </>
  )
}

interface AboutProps {
  course: CourseShown
  live: boolean
  /** Note about the person's existing login, if any. */
  note?: ReactNode
}

/** Facts about the course: its teachers and units, and whether payments are in test mode. */
export const About = ({ course, live, note }: AboutProps) => {
  const texts = useServerTexts('sentences')
  return (
    <div className="about">
      {!live && <span className="badge">{texts.testMode}</span>}
      {course.teachers.length > 0 && (
        <span>
          {course.teachers.length > 1 ? texts.teachersOf : texts.teacherOf}:{' '}
          <span dir="auto">{course.teachers.join(', ')}</span>
        </span>
      )}
      {course.units.length > 0 && <span>{texts.units(unitRanges(course.units, texts), course.units.length > 1)}</span>}
      {note && <p className="about-note">{note}</p>}
    </div>
  )
}

/** Shown when the link cannot be used: the reason, and advice for each reader. */
const LinkCard = ({ data, site, from }: SignUpViewProps & { data: { show: 'card' } }) => {
  const texts = useServerTexts('sentences').joinCard
  const { courseId } = useTexts('ui')
  return (
    <Message
      title={data.card.title}
      picture={<Signpost />}
      site={site}
      help={<HelpCorner help={data.help} support={site.support} from={from} slots={[data.slot]} />}
    >
      <p className="lead">{data.card.what}</p>
      <dl className="ways">
        <dt>{texts.ifStudent}</dt>
        <dd>{data.card.student}</dd>
        <dt>{texts.ifTeacher}</dt>
        <dd>{data.card.teacher}</dd>
      </dl>
      {data.contextId && (
        <p className="soft">
          {courseId} <code>{data.contextId}</code>
        </p>
      )}
      {data.login && <ButtonLink href={data.login}>{texts.logIn}</ButtonLink>}
      <TellTeacher text={data.contextId ? `${data.card.letter} ${courseId}: ${data.contextId}` : data.card.letter} />
    </Message>
  )
}
