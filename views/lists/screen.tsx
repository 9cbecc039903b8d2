import { isKeyOf } from '#src/core/rules/guards.ts'
import { courseName } from '#src/courses/rules/course.ts'
import { checkCourseForTeacher } from '#src/desk/reports.ts'
import { signListStatus } from '#src/signs/contract.ts'
import type { Sign } from '#src/signs/rules/dictionary.ts'
import { LIST_NAME_MAX, LISTS_MAX, type SignList, type SignListReason } from '#src/signs/rules/sign-lists.ts'
import { changeSignList, createSignList, openSignLists, removeSignList } from '#src/signs/sign-lists.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { posted, refused } from '../answer.ts'
import type { Launch } from '../learn-paths.ts'
import { hrefs, paths } from '../paths.ts'
import { barePage, type DataOf, page, redirect, type ScreenContext, type Site, screen } from '../screen.ts'
import { Expired, expiredPage, launchOf, TeacherFrame } from '../teacher/frame.tsx'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/choices.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Shelf } from '../ui/pictures/shelf.tsx'
import { useServerTexts, useTexts } from '../ui/texts.ts'

const load = async (context: ScreenContext) => {
  const { query, app, answer } = context
  const launch = launchOf(context)
  const found = await openSignLists(app, { ...launch, list: query.list, unit: query.unit })
  if (!found) return expiredPage(context)
  const language = found.opened.language ?? context.language
  const { lists, sentences } = textsIn(language)
  const steps = await checkCourseForTeacher(app, found.opened.courseId, language)
  const reason = answer?.reason ?? ''
  return page(
    {
      ...{ found, launch, steps },
      problem: isKeyOf(lists.refused, reason) ? lists.refused[reason] : null,
      isSaved: query.note === 'saved',
      /** A name that was refused. */
      typed: posted(answer, 'create', 'save').fields.name ?? null,
    },
    {
      title: `${lists.title}: ${courseName(found.opened, sentences.yourCourse)}`,
      language,
      framedBy: { lms: found.opened.framers },
    },
  )
}

type Data = NonNullable<DataOf<typeof load>>

const refuse = ({ language }: ScreenContext, reason: SignListReason) =>
  refused(reason, { message: textsIn(language).lists.refused[reason] }, signListStatus[reason])

/** A teacher makes lists of signs for a course and shares them by link. */
export const signLists = screen({
  path: paths.ltiLists,
  ...barePage,
  styles: 'teach',
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

/** The lists of a course, and a form for a new one. */
const ListsOverview = ({ lists, launch, typed }: { lists: SignList[]; launch: Launch; typed: string | null }) => {
  const texts = useServerTexts('lists')
  return (
    <>
      {lists.length === 0 && <Shelf />}
      <p className="lead">{lists.length === 0 ? texts.none : texts.about}</p>
      <ul className="list-cards">
        {lists.map(({ id, name, signs }) => (
          <li key={id}>
            <a href={hrefs.ltiLists(launch, { list: id })}>
              <strong dir="auto">{name}</strong>
              <span className="soft">{texts.signs(signs.length)}</span>
            </a>
          </li>
        ))}
      </ul>
      {lists.length < LISTS_MAX && (
        <form method="post" action={hrefs.ltiLists(launch)} className="list-new">
          <input type="hidden" name="intent" value="create" />
          <Field
            label={texts.newName}
            hint={texts.newHint}
            name="name"
            defaultValue={typed ?? ''}
            maxLength={LIST_NAME_MAX}
            required
            autoComplete="off"
          />
          <Button>{texts.create}</Button>
        </form>
      )}
    </>
  )
}

type ListFormProps = Omit<NonNullable<Data['found']['chosen']>, 'list'> & { name: string; units: number[] }

/** The name of a list, its signs, and those of a unit to add: saving keeps all checked ones. */
const ListForm = ({ name, signs, unit, unitSigns, units }: ListFormProps) => {
  const texts = useServerTexts('lists')
  const { unit: unitName } = useTexts('deck')
  const slugs = signs.map(({ slug }) => slug)
  const others = unitSigns.filter(({ slug }) => !slugs.includes(slug))
  return (
    <form method="post" className="list-edit">
      <input type="hidden" name="intent" value="save" />
      <Field label={texts.name} name="name" defaultValue={name} maxLength={LIST_NAME_MAX} required autoComplete="off" />
      <fieldset>
        <legend>{texts.onList}</legend>
        <p className="hint">{signs.length > 0 ? texts.uncheck : texts.empty}</p>
        <Choices signs={signs} isOn />
      </fieldset>
      <div className="list-unit">
        <Select
          label={texts.addFrom}
          name="unit"
          value={String(unit)}
          options={units.map(each => ({ value: String(each), label: unitName(String(each)) }))}
        />
        <Button look="quiet">{texts.showUnit}</Button>
      </div>
      <fieldset>
        <legend>{texts.unitSigns(unit)}</legend>
        <Choices signs={others} />
      </fieldset>
      <Button>{texts.save}</Button>
    </form>
  )
}

const Choices = ({ signs, isOn = false }: { signs: Sign[]; isOn?: boolean }) => (
  <ul className="list-choices">
    {signs.map(({ slug, gloss, english }) => (
      <li key={slug}>
        <label>
          <input type="checkbox" name="sign" value={slug} defaultChecked={isOn} />
          <span>
            <span className="gloss">{gloss}</span> <span className="soft">{english.join(', ')}</span>
          </span>
        </label>
      </li>
    ))}
  </ul>
)

/** The link to a list, and the pages that open with it. */
const ShareList = ({ list: { link }, site }: { list: SignList; site: Site }) => {
  const texts = useServerTexts('lists')
  const { practice, sheet } = useTexts('deck').lesson
  return (
    <section className="card">
      <h2>{texts.share}</h2>
      <Field label={texts.link} hint={texts.linkHint} readOnly value={`${site.publicUrl}${hrefs.deckOfList(link)}`} />
      <p>{texts.inCourse}</p>
      <p className="lesson-links">
        <a href={hrefs.deckOfList(link)} target="_blank" rel="noopener">
          {practice}
        </a>
        <a href={hrefs.vocabularyOfList(link)} target="_blank" rel="noopener">
          {sheet}
        </a>
      </p>
    </section>
  )
}
