import { matchPath } from 'react-router-dom'
import { initials, isLimited, may, pictureOf, type Right, type Staff } from '#src/core/rules/staff.ts'
import { listWaiting, totalWaiting, type WaitingCounts } from '#src/desk/rules/waiting-work.ts'
import { Island } from '../island-host.tsx'
import { paths } from '../paths.ts'
import { type NavEntry, navSections, type Screen } from '../screen.ts'
import { Mark } from '../ui/public-page.tsx'
import FindBox from './find-box.island.tsx'
import type { PaletteOption } from './palette.tsx'

/** Things to do, the right that they need, and the page of the navigation where they are done. */
const ACTIONS: [label: string, href: string, right: Right][] = [
  ['Let a person in, or take them out', paths.token, 'change'],
  ['Release or transfer an access code', paths.accessCode, 'change'],
  ['Act on a list of emails or codes', paths.pasteList, 'change'],
  ['Refund a payment', paths.payments, 'change'],
  ['Answer a help request', paths.support, 'change'],
  ['Activate the courses that wait', paths.waitingCourses, 'change'],
  ['Try failed work again', paths.jobs, 'change'],
  ['Approve a deployment', paths.deployments, 'manage'],
  ['Print code cards', paths.codes, 'change'],
  ['Add a school with LTI 1.1', paths.manageConsumer, 'manage'],
  ['Connect a school with LTI 1.3', paths.createPlatform, 'manage'],
  ['Get a new secret for a school', paths.manageConsumer, 'manage'],
  ['Add a product', paths.manageProduct, 'manage'],
  ['Show a notice on every page', paths.notice, 'manage'],
  ['Export or erase a person', paths.whatWeKeep, 'manage'],
]

const actionsFor = (staff: Pick<Staff, 'role'>, pages: { href: string }[]): PaletteOption[] =>
  ACTIONS.filter(([, href, right]) => may(staff, right) && pages.some(page => page.href === href)).map(
    ([label, href]) => ({ label, href }),
  )

/** The signed-in staff member, and the address of the page. */
export interface Signed {
  staff: Staff
  url: string
  /** Null for a role for some schools. */
  waiting?: WaitingCounts | null
}

interface NavLinkOf extends NavEntry {
  href: string
  knowsSchools: boolean
}

/** Returns the staff navigation, read from the list of screens. */
export const navOf = (screens: Screen[]): NavLinkOf[] =>
  screens.flatMap(({ nav, path, right, knowsSchools = false }) =>
    nav ? [{ right, ...nav, href: [path].flat()[0] ?? paths.root, knowsSchools }] : [],
  )

/** Pages of the navigation that a role may open, and that of an address. */
const pagesFor = (all: NavLinkOf[], { staff, url }: Signed) => {
  const nav = all.filter(
    ({ right = 'see', knowsSchools }) => (right === 'any' || may(staff, right)) && (knowsSchools || !isLimited(staff)),
  )
  const here = nav.find(({ href, isUnlisted }) => matchPath({ path: href, end: isUnlisted ?? false }, pageOf(url)))
  return { listed: nav.filter(link => !link.isUnlisted), here }
}

/** Frame of every staff page: the bar, and the navigation. */
export const Office = ({ nav, ...signed }: Signed & { nav: NavLinkOf[] }) => {
  const { staff, url, waiting = null } = signed
  const { listed, here } = pagesFor(nav, signed)
  const pages = listed.map(({ label, href }) => ({ label, href }))
  const links = <Links nav={listed} here={here} waiting={waiting} />
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="bar">
        <a className="brand" href={paths.course}>
          <Mark size={28} />
          <span>Signbook</span>
        </a>
        {may(staff, 'see') && (
          <search>
            <Island of={FindBox} props={{ typed: searchIn(url), pages, actions: actionsFor(staff, listed) }} />
          </search>
        )}
        <Me staff={staff} />
      </header>
      <nav id="rail" data-polled className="rail" aria-label="Back-office">
        {links}
      </nav>
      <details className="rail-small">
        <summary>Menu{here && <span className="soft"> · {here.label}</span>}</summary>
        <nav id="rail-small" data-polled aria-label="Back-office, small">
          {links}
        </nav>
      </details>
    </>
  )
}

/** The pages of the section that is open, above what the page shows. */
export const SectionPages = ({ nav, ...signed }: Signed & { nav: NavLinkOf[] }) => {
  const { listed, here } = pagesFor(nav, signed)
  const pages = listed.filter(({ section }) => section === here?.section)
  if (!here || here.section === 'Look-ups' || pages.length < 2) return null
  return (
    <nav className="section-pages" aria-label={here.section}>
      <ul className="scroll-row">
        {pages.map(link => (
          <li key={link.href} className={link === here ? 'current' : undefined}>
            <a href={link.href} aria-current={link === here ? 'page' : undefined}>
              {link.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Returns the path without a file suffix, because /import_access_codes is also reachable with one. */
const pageOf = (url: string): string => (url.split('?')[0] ?? '').replace(/\.\w+$/, '')

const searchIn = (url: string): string => {
  const [path, query] = url.split('?')
  return path === paths.find ? (new URLSearchParams(query).get('q') ?? '') : ''
}

type LinksProps = { nav: NavLinkOf[]; here: NavLinkOf | undefined; waiting: WaitingCounts | null }

const Links = ({ nav, here, waiting }: LinksProps) => {
  const lookups = nav.filter(({ section }) => section === 'Look-ups')
  return (
    <>
      <ul>
        {navSections
          .map(section => ({ section, pages: nav.filter(link => link.section === section) }))
          .flatMap(({ section, pages }) =>
            pages.slice(0, 1).map(({ href }) => (
              <li key={section}>
                <a
                  href={href}
                  aria-current={href === here?.href ? 'page' : section === here?.section ? 'true' : undefined}
                >
                  {section}
                  <Count links={pages} waiting={waiting} />
                </a>
              </li>
            )),
          )}
      </ul>
      {lookups.length > 0 && <p className="rail-title">Look-ups</p>}
      <ul>
        {lookups.map(({ href, label, hint }) => (
          <li key={href}>
            <a href={href} aria-current={href === here?.href ? 'page' : undefined}>
              <span>
                {label}
                {hint && <small> {hint}</small>}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Number of things that wait behind links. The title and a hidden text say what they are. */
const Count = ({ links, waiting }: { links: NavLinkOf[]; waiting: WaitingCounts | null }) => {
  if (!waiting) return null
  const kinds = links.flatMap(({ waits }) => waits ?? [])
  const named = kinds.filter(kind => kind !== 'all')
  const lines = named.length < kinds.length ? listWaiting(waiting) : listWaiting(waiting, named)
  if (lines.length === 0) return null
  const words = lines.map(line => line.text).join(', ')
  const total = kinds.includes('all') ? totalWaiting(waiting) : lines.reduce((sum, { kind }) => sum + waiting[kind], 0)
  return (
    <span className="count" title={words}>
      {total}
      <span className="visually-hidden"> waiting: {words}</span>
    </span>
  )
}

const Me = ({ staff }: { staff: Staff }) => {
  const picture = pictureOf(staff)
  return (
    <div className="me">
      <span className="avatar" aria-hidden="true">
        {initials(staff)}
        {picture && <img src={picture.href} alt="" width="36" height="36" referrerPolicy="no-referrer" />}
      </span>
      <a className="me-name" href={paths.account}>
        {staff.firstName || staff.email}
      </a>
      <form method="post" action={paths.logout}>
        <button type="submit" className="button button-quiet button-small">
          Log out
        </button>
      </form>
    </div>
  )
}
