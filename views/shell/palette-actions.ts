import { may, type Right, type Staff } from '#src/core/rules/staff.ts'
import { paths } from '../paths.ts'
import type { PaletteOption } from './palette-options.ts'

/** Something to do. `href` is the page of the navigation where it is done. */
interface PaletteAction extends PaletteOption {
  right: Right
}

const ACTIONS: PaletteAction[] = [
  { label: 'Let a person in, or take them out', href: paths.token, right: 'change' },
  { label: 'Release or transfer an access code', href: paths.accessCode, right: 'change' },
  { label: 'Act on a list of emails or codes', href: paths.pasteList, right: 'change' },
  { label: 'Refund a payment', href: paths.payments, right: 'change' },
  { label: 'Answer a help request', href: paths.support, right: 'change' },
  { label: 'Activate the courses that wait', href: paths.waitingCourses, right: 'change' },
  { label: 'Try failed work again', href: paths.jobs, right: 'change' },
  { label: 'Approve a deployment', href: paths.deployments, right: 'manage' },
  { label: 'Print code cards', href: paths.codes, right: 'change' },
  { label: 'Add a school with LTI 1.1', href: paths.manageConsumer, right: 'manage' },
  { label: 'Connect a school with LTI 1.3', href: paths.createPlatform, right: 'manage' },
  { label: 'Get a new secret for a school', href: paths.manageConsumer, right: 'manage' },
  { label: 'Add a product', href: paths.manageProduct, right: 'manage' },
  { label: 'Show a notice on every page', href: paths.notice, right: 'manage' },
  { label: 'Export or erase a person', href: paths.whatWeKeep, right: 'manage' },
]

/** Returns the actions that the role may do, on pages that it may open. */
export const actionsFor = (staff: Pick<Staff, 'role'>, pages: { href: string }[]): PaletteOption[] =>
  ACTIONS.filter(({ right, href }) => may(staff, right) && pages.some(page => page.href === href)).map(
    ({ label, href }) => ({ label, href }),
  )
