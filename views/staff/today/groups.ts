import { counted } from '#src/core/rules/counted.ts'
import { moneyText } from '#src/core/rules/money.ts'
import { titleOf, type WaitingCourse } from '#src/courses/rules/waiting-courses.ts'
import { type FailedJob, jobTitle } from '#src/desk/rules/failed-jobs.ts'
import {
  type ClosingCourse,
  type ClosingSignUp,
  DUE_DAYS,
  type ExpiringCodes,
  mailNames,
  type RefusedMail,
  type WaitingPlatform,
} from '#src/desk/rules/waiting-work.ts'
import type { HelpRequest } from '#src/messages/rules/help-desk.ts'
import type { listPaymentFlags } from '#src/payments/payments.ts'
import type { WaitingDeployment } from '#src/schools/rules/deployment.ts'
import type { WaitingMove } from '#src/schools/rules/lms-moves.ts'
import type { WaitingSignChange } from '#src/signs/rules/sign-changes.ts'
import { hrefs, paths } from '../../paths.ts'
import { courseHref } from '../courses.tsx'

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

export interface WaitingGroup {
  title: string
  /** The page of this kind of work; null if there is none. */
  href: string | null
  items: WaitingItem[]
}

type PaymentFlag = Awaited<ReturnType<typeof listPaymentFlags>>[number]

export const movesWaiting = (moves: WaitingMove[]): WaitingGroup => ({
  title: 'Schools that move',
  href: paths.lmsMoves,
  items: moves.map(({ deploymentId, school, domain, people, askedAt }) => ({
    key: deploymentId,
    title: school,
    href: paths.lmsMoves,
    detail: `${domain} is known. ${counted(people, 'person waits', 'people wait')}, and nobody pays until you decide.`,
    at: askedAt,
    action: { label: 'Decide' },
  })),
})

export const coursesWaiting = (courses: WaitingCourse[], canChange: boolean): WaitingGroup => ({
  title: 'Courses without a product',
  href: paths.waitingCourses,
  items: courses
    .toSorted((a, b) => a.since.getTime() - b.since.getTime())
    .map(course => {
      const { id, suggestion, students } = course
      const products = suggestion?.products ?? []
      const post = { intent: 'activate', course_id: String(id), product_ids: products.map(p => p.id).join(' ') }
      const waits = counted(students, 'student waits', 'students wait')
      return {
        key: id,
        title: titleOf(course, course.contextId),
        href: hrefs.coursePage(id),
        detail: [course.school, waits, suggestion?.because].filter(Boolean).join('. '),
        at: course.since,
        action:
          canChange && suggestion && !suggestion.isGuess
            ? { label: `Activate with ${products.map(p => p.productCode).join(' + ')}`, post }
            : { label: 'Choose a product', href: courseHref(course) },
      }
    }),
})

const MOST_TEXT = 140

export const helpWaiting = (requests: HelpRequest[]): WaitingGroup => ({
  title: 'Help requests',
  href: paths.support,
  items: requests.map(({ id, email, name, text, at }) => ({
    key: id,
    title: name ?? email,
    href: hrefs.helpRequest(id),
    detail: text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text,
    at,
    action: { label: 'Answer' },
  })),
})

export const paymentsWaiting = (flags: PaymentFlag[]): WaitingGroup => ({
  title: 'Payments that need attention',
  href: paths.payments,
  items: flags.map(flag => ({
    key: flag.id,
    title: flag.name ?? flag.email ?? flag.course,
    href: hrefs.paymentPage(flag.checkoutId),
    detail: `${moneyText(flag)}, ${flag.course}. ${flag.sentence}`,
    at: flag.dueAt ?? flag.openedAt,
    action: { label: 'Open payment' },
  })),
})

export const deploymentsWaiting = (deployments: WaitingDeployment[]): WaitingGroup => ({
  title: 'Deployments to approve',
  href: paths.deployments,
  items: deployments
    .filter(d => d.status === 'waiting')
    .toSorted((a, b) => (a.seenAt?.getTime() ?? 0) - (b.seenAt?.getTime() ?? 0))
    .map(d => ({
      key: d.id,
      title: d.seenName ?? d.domain,
      href: hrefs.deployment(d.id),
      detail: d.seenTitle ? `First launched from “${d.seenTitle}”` : `On ${d.domain}`,
      at: d.seenAt,
      action: { label: 'Decide' },
    })),
})

export const registrationsWaiting = (platforms: WaitingPlatform[]): WaitingGroup => ({
  title: 'Registrations to switch on',
  href: paths.platforms,
  items: platforms.map(({ id, domain, invited, at }) => ({
    key: id,
    title: domain,
    href: paths.platforms,
    detail: `Registered itself. Invited: ${invited}`,
    at,
    action: { label: 'Open platforms' },
  })),
})

export const jobsFailed = (jobs: FailedJob[], canChange: boolean): WaitingGroup => ({
  title: 'Failed work',
  href: paths.jobs,
  items: jobs
    .filter(job => job.state === 'failed')
    .map(job => ({
      key: job.id,
      title: jobTitle(job),
      href: paths.jobs,
      detail: job.problem,
      at: job.createdAt,
      action: canChange ? { label: 'Try now', post: { intent: 'retry', job_id: job.id } } : { label: 'Open' },
    })),
})

export const signsWaiting = (changes: WaitingSignChange[]): WaitingGroup => ({
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
})

export const mailRefused = (mail: RefusedMail[]): WaitingGroup => ({
  title: 'Mail that was refused',
  href: null,
  items: mail.map(({ id, recipient, kind, at }) => ({
    key: id,
    title: recipient,
    href: hrefs.email(recipient),
    detail: `${mailNames[kind]}. The address rejected it.`,
    at,
    action: { label: 'Check email' },
  })),
})

export const coursesClosing = (courses: ClosingCourse[]): WaitingGroup => ({
  title: `Access ends within ${DUE_DAYS} days`,
  href: null,
  items: courses.map(c => closing(c, `${c.school}. ${counted(c.people, 'person has', 'people have')} access.`)),
})

export const signUpsClosing = (courses: ClosingSignUp[]): WaitingGroup => ({
  title: `Sign-up closes within ${DUE_DAYS} days`,
  href: null,
  items: courses.map(c => closing(c, c.school)),
})

const closing = (course: ClosingSignUp, detail: string): WaitingItem => ({
  key: course.id,
  title: course.title,
  href: hrefs.coursePage(course.id),
  detail,
  at: course.endsAt,
  action: { label: 'Change dates', href: courseHref(course) },
})

export const codesExpiring = (codes: ExpiringCodes[]): WaitingGroup => ({
  title: `Codes expire within ${DUE_DAYS} days`,
  href: paths.codes,
  items: codes.map(({ batchId, note, productCode, unused, expiresAt }) => ({
    key: batchId ?? productCode,
    title: batchId ? note || `Batch ${batchId}` : `${productCode}, without a batch`,
    href: batchId ? hrefs.batch(batchId) : paths.codes,
    detail: `${productCode}. ${unused} unused.`,
    at: expiresAt,
    action: { label: batchId ? 'Open batch' : 'Open codes' },
  })),
})

export const setupProblems = (warnings: string[]): WaitingGroup => ({
  title: 'Setup',
  href: paths.setup,
  items: warnings.map(text => ({
    key: text,
    title: text,
    href: paths.setup,
    detail: '',
    at: null,
    action: { label: 'Open setup' },
  })),
})
