import { counted } from '#src/core/rules/counted.ts'
import { moneyText } from '#src/core/rules/money.ts'
import { readListQuery } from '#src/core/rules/rows.ts'
import { may } from '#src/core/rules/staff.ts'
import { titleOf, type WaitingCourse } from '#src/courses/rules/waiting-courses.ts'
import { listWaitingCourses } from '#src/courses/waiting-courses.ts'
import { listFailedJobs } from '#src/desk/failed-jobs.ts'
import { jobTitle } from '#src/desk/rules/failed-jobs.ts'
import { DUE_DAYS, MOST_DUE, mailNames, type WaitingCounts } from '#src/desk/rules/waiting-work.ts'
import { startWarnings } from '#src/desk/setup.ts'
import { countWaitingWork, listDueSoon } from '#src/desk/waiting-work.ts'
import { listHelpRequests } from '#src/messages/help-desk.ts'
import { helpSorts } from '#src/messages/rules/help-desk.ts'
import { listPaymentFlags } from '#src/payments/payments.ts'
import { listWaitingDeployments } from '#src/schools/deployments.ts'
import { listLmsMoves } from '#src/schools/lms-moves.ts'
import { listWaitingChanges } from '#src/signs/signs.ts'
import { hrefs, paths } from '../../paths.ts'
import { rightsOf, type StaffContext } from '../staff-screen.ts'

/** Something that waits, with the button that does the usual thing. */
export interface WaitingItem {
  key: string | number
  title: string
  href: string
  detail: string
  /** When it began to wait, or when it is due. */
  at: Date | null
  /** Without `post`, a link to its own `href`, or to the one above. */
  action: { label: string; href?: string; post?: Record<string, string> }
}

interface WaitingGroup {
  title: string
  /** The page of this kind of work; null if there is none. */
  href: string | null
  items: WaitingItem[]
  /** Kind that is counted, if the list may be cut. */
  waits?: keyof WaitingCounts
}

/**
 * Lists what waits for a staff user by kind, without the kinds of which nothing waits. `total` counts the cut items,
 * too; `isCut` if there may be more.
 */
export const listGroups = async (
  context: StaffContext,
): Promise<(WaitingGroup & { total: number; isCut: boolean })[]> => {
  const groups = [...(await listWaiting(context)), ...(await listDue(context))].filter(group => group.items.length > 0)
  const counts = await countWaitingWork(context.app, context.staff)
  return groups.map(group => ({
    ...group,
    total: Math.max(group.items.length, (group.waits && counts?.[group.waits]) ?? 0),
    isCut: !group.waits && group.items.length === MOST_DUE,
  }))
}

/** Open help requests, the oldest first. */
const OPEN_HELP = { ...readListQuery({}, { filters: [], sorts: helpSorts }), most: 200 }
const MOST_TEXT = 140

/** Work that somebody waits for. */
const listWaiting = async ({ app, staff }: StaffContext): Promise<WaitingGroup[]> => {
  const { change } = rightsOf(staff)
  const courses = await listWaitingCourses(app)
  const requests = (await listHelpRequests(app, OPEN_HELP, staff)).rows
  const deployments = await listWaitingDeployments(app.db)
  return [
    {
      title: 'Schools that move',
      waits: 'moves',
      href: paths.lmsMoves,
      items: (await listLmsMoves(app.db, true)).map(({ deploymentId, school, domain, people, askedAt }) => ({
        key: deploymentId,
        title: school,
        href: paths.lmsMoves,
        detail: `${domain} is known. ${counted(people, 'person waits', 'people wait')}, and nobody pays until you decide.`,
        at: askedAt,
        action: { label: 'Decide' },
      })),
    },
    {
      title: 'Courses without a product',
      waits: 'courses',
      href: paths.waitingCourses,
      items: courses
        .toSorted((a, b) => a.since.getTime() - b.since.getTime())
        .map(course => ({
          key: course.id,
          title: titleOf(course, course.contextId),
          href: hrefs.coursePage(course.id),
          detail: [
            course.school,
            counted(course.students, 'student waits', 'students wait'),
            ...(course.suggestion ? [course.suggestion.because] : []),
          ].join('. '),
          at: course.since,
          action: activation(course, change),
        })),
    },
    {
      title: 'Help requests',
      waits: 'help',
      href: paths.support,
      items: requests.map(({ id, email, name, text, at }) => ({
        key: id,
        title: name ?? email,
        href: hrefs.helpRequest(id),
        detail: text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text,
        at,
        action: { label: 'Answer' },
      })),
    },
    {
      title: 'Payments that need attention',
      waits: 'payments',
      href: paths.payments,
      items: (await listPaymentFlags(app)).map(flag => ({
        key: flag.id,
        title: flag.name ?? flag.email ?? flag.course,
        href: hrefs.paymentPage(flag.checkoutId),
        detail: `${moneyText(flag)}, ${flag.course}. ${flag.sentence}`,
        at: flag.dueAt ?? flag.openedAt,
        action: { label: 'Open payment' },
      })),
    },
    {
      title: 'Deployments to approve',
      waits: 'deployments',
      href: paths.deployments,
      items: deployments
        .toSorted((a, b) => (a.seenAt?.getTime() ?? 0) - (b.seenAt?.getTime() ?? 0))
        .map(d => ({
          key: d.id,
          title: d.seenName ?? d.domain,
          href: hrefs.deployment(d.id),
          detail: d.seenTitle ? `First launched from “${d.seenTitle}”` : `On ${d.domain}`,
          at: d.seenAt,
          action: { label: 'Decide' },
        })),
    },
  ]
}

const activation = (course: WaitingCourse, change: boolean): WaitingItem['action'] => {
  const { id, suggestion } = course
  if (!change || !suggestion || suggestion.isGuess) return { label: 'Choose a product', href: hrefs.coursePage(id) }
  const { products } = suggestion
  return {
    label: `Activate with ${products.map(p => p.productCode).join(' + ')}`,
    post: { intent: 'activate', course_id: String(id), product_ids: products.map(p => p.id).join(' ') },
  }
}

/** Work that failed or is for some roles only, and what ends soon. */
const listDue = async ({ app, staff }: StaffContext): Promise<WaitingGroup[]> => {
  const { change, manage } = rightsOf(staff)
  const due = await listDueSoon(app, staff)
  const jobs = (await listFailedJobs(app.db)).filter(job => job.state === 'failed')
  const changes = may(staff, 'review') ? await listWaitingChanges(app, staff) : []
  const warnings = manage ? await startWarnings(app.db, app.config) : []
  return [
    {
      title: 'Registrations to switch on',
      waits: 'registrations',
      href: paths.platforms,
      items: (manage ? due.registrations : []).map(({ id, domain, invited, at }) => ({
        key: id,
        title: domain,
        href: paths.platforms,
        detail: `Registered itself. Invited: ${invited}`,
        at,
        action: { label: 'Open platforms' },
      })),
    },
    {
      title: 'Failed work',
      waits: 'jobs',
      href: paths.jobs,
      items: jobs.map(job => ({
        key: job.id,
        title: jobTitle(job),
        href: paths.jobs,
        detail: job.problem,
        at: job.createdAt,
        action: change ? { label: 'Try now', post: { intent: 'retry', job_id: job.id } } : { label: 'Open' },
      })),
    },
    {
      title: 'Sign changes for review',
      href: hrefs.signs({ state: 'waiting' }),
      items: changes.map(({ id, sign, gloss, proposedBy, at }) => ({
        key: id,
        title: gloss,
        href: sign === null ? paths.importSigns : hrefs.sign(sign),
        detail: proposedBy ? `Proposed by ${proposedBy}.` : '',
        at,
        action: { label: 'Review' },
      })),
    },
    {
      title: 'Mail that was refused',
      href: null,
      items: due.refusedMail.map(({ id, recipient, kind, at }) => ({
        key: id,
        title: recipient,
        href: hrefs.email(recipient),
        detail: `${mailNames[kind]}. The address rejected it.`,
        at,
        action: { label: 'Check email' },
      })),
    },
    {
      title: `Access ends within ${DUE_DAYS} days`,
      href: null,
      items: due.closing.map(c => closing(c, `${c.school}. ${counted(c.people, 'person has', 'people have')} access.`)),
    },
    {
      title: `Sign-up closes within ${DUE_DAYS} days`,
      href: null,
      items: due.closingSignUps.map(c => closing(c, c.school)),
    },
    {
      title: `Codes expire within ${DUE_DAYS} days`,
      href: paths.codes,
      items: due.expiring.map(({ batchId, note, productCode, unused, expiresAt }) => ({
        key: batchId ?? productCode,
        title: batchId ? note || `Batch ${batchId}` : `${productCode}, without a batch`,
        href: batchId ? hrefs.batch(batchId) : paths.codes,
        detail: `${productCode}. ${unused} unused.`,
        at: expiresAt,
        action: { label: batchId ? 'Open batch' : 'Open codes' },
      })),
    },
    {
      title: 'Setup',
      href: paths.setup,
      items: warnings.map(title => ({
        key: title,
        title,
        href: paths.setup,
        detail: '',
        at: null,
        action: { label: 'Open setup' },
      })),
    },
  ]
}

const closing = (
  course: Awaited<ReturnType<typeof listDueSoon>>['closingSignUps'][number],
  detail: string,
): WaitingItem => ({
  key: course.id,
  title: course.title,
  href: hrefs.coursePage(course.id),
  detail,
  at: course.endsAt,
  action: { label: 'Change dates', href: `${hrefs.coursePage(course.id)}#settings` },
})
