import { isKeyOf } from '#src/core/rules/guards.ts'
import { textsIn } from '#src/core/rules/languages/catalogues.ts'
import { courseName } from '#src/courses/rules/course.ts'
import { checkCourseForTeacher } from '#src/reports/read-reports.ts'
import type { TeacherStep } from '#src/reports/rules/teacher-readiness.ts'
import { signListStatus } from '#src/signs/contract.ts'
import { changeSignList, removeSignList } from '#src/signs/lists/change-sign-list.ts'
import { createSignList } from '#src/signs/lists/create-sign-list.ts'
import type { SignListsPage } from '#src/signs/lists/open-sign-lists.ts'
import { openSignLists } from '#src/signs/lists/open-sign-lists.ts'
import type { SignListReason } from '#src/signs/rules/sign-lists.ts'
import { posted, refused } from '../answer.ts'
import { hrefs, paths } from '../paths.ts'
import { page, redirect, type ScreenContext, type Site, screen } from '../screen.ts'
import { Expired, expiredPage } from '../teacher/expired.tsx'
import { TeacherFrame } from '../teacher/frame.tsx'
import type { Launch } from '../teacher/launch.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useServerTexts } from '../ui/texts.ts'
import { ListForm } from './list-form.tsx'
import { ListsOverview } from './lists-overview.tsx'
import { ShareList } from './share-list.tsx'

interface Data {
  found: SignListsPage
  launch: Launch
  isSaved: boolean
  problem: string | null
  /** A name that was refused. */
  typed: string | null
  steps: TeacherStep[]
}

const launchOf = ({ query }: ScreenContext): Launch => ({ token: query.token ?? '', state: query.state ?? '' })

const load = async (context: ScreenContext) => {
  const { query, app, answer } = context
  const launch = launchOf(context)
  const found = await openSignLists(app, { ...launch, list: query.list, unit: query.unit })
  if (!found) return expiredPage(context)
  const language = found.opened.language ?? context.language
  const { lists, sentences } = textsIn(language)
  const steps = await checkCourseForTeacher(app, found.opened.courseId, language)
  const reason = answer?.reason ?? ''
  return page<Data | null>(
    {
      ...{ found, launch, steps },
      problem: isKeyOf(lists.refused, reason) ? lists.refused[reason] : null,
      isSaved: query.note === 'saved',
      typed: posted(answer, 'create', 'save').fields.name ?? null,
    },
    {
      title: `${lists.title}: ${courseName(found.opened, sentences.yourCourse)}`,
      language,
      framedBy: { lms: found.opened.framers },
    },
  )
}

const refuse = ({ language }: ScreenContext, reason: SignListReason) =>
  refused(reason, { message: textsIn(language).lists.refused[reason] }, signListStatus[reason])

/** A teacher makes lists of signs for a course and shares them by link. */
export const signLists = screen<Data | null>({
  path: paths.ltiLists,
  access: 'public',
  chrome: 'bare',
  translated: true,
  load,
  submit: {
    create: async (context, { fields: { name = '' } }) => {
      const launch = launchOf(context)
      const made = await createSignList(context.app, launch, name)
      return made.ok ? redirect(hrefs.ltiLists(launch, { list: made.id })) : refuse(context, made.reason)
    },
    save: async (context, { fields: { name = '', unit }, all }) => {
      const launch = launchOf(context)
      const id = Number(context.query.list)
      const saved = await changeSignList(context.app, launch, { id, name, signs: all.sign ?? [] })
      return saved.ok
        ? redirect(hrefs.ltiLists(launch, { list: id, unit, note: 'saved' }))
        : refuse(context, saved.reason)
    },
    delete: async context => {
      const launch = launchOf(context)
      const removed = await removeSignList(context.app, launch, Number(context.query.list))
      return removed.ok ? redirect(hrefs.ltiLists(launch)) : refuse(context, removed.reason)
    },
  },
  View: ({ data, site }) => (data ? <ListsView data={data} site={site} /> : <Expired site={site} />),
})

const ListsView = ({ data, site }: { data: Data; site: Site }) => {
  const { found, launch, isSaved, problem, typed, steps } = data
  const texts = useServerTexts('lists')
  const { yourCourse } = useServerTexts('sentences')
  const { chosen } = found
  return (
    <TeacherFrame
      course={courseName(found.opened, yourCourse)}
      here="lists"
      launch={launch}
      contextId={found.opened.contextId}
      steps={steps}
      site={site}
    >
      <div className="sign-lists">
        <h2>{texts.title}</h2>
        {isSaved && !problem && <Notice tone="good">{texts.saved}</Notice>}
        {problem && <Notice tone="problem">{problem}</Notice>}
        {chosen ? (
          <>
            <p>
              <a href={hrefs.ltiLists(launch)}>{texts.all}</a>
            </p>
            <ListForm {...chosen} name={typed ?? chosen.list.name} units={found.opened.units} />
            {chosen.signs.length > 0 && <ShareList list={chosen.list} site={site} />}
            <details className="list-remove">
              <summary>{texts.remove}</summary>
              <form method="post">
                <p>{texts.removeHint}</p>
                <Button look="danger" name="intent" value="delete">
                  {texts.removeNow}
                </Button>
              </form>
            </details>
          </>
        ) : (
          <ListsOverview lists={found.lists} launch={launch} typed={typed} />
        )}
      </div>
    </TeacherFrame>
  )
}
