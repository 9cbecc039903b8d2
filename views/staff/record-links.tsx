import { calledName, isMasked } from '#src/access/rules/entitlement.ts'
import { type AuditEntry, type AuditKind, auditKind, auditKinds } from '#src/core/rules/audit.ts'
import type { RowLabel } from '#src/core/rules/rows.ts'
import type { ByHand } from '#src/desk/rules/erasures.ts'
import { hrefs, paths } from '../paths.ts'
import { Copied } from '../ui/facts.tsx'

/** Name of a record, linked to its page if it has one. */
export const NamedLink = ({ of }: { of: RowLabel }) => {
  const href = pages[of.kind]?.(of) ?? null
  const name = of.name ?? calledName({ name: null, email: null })
  return (
    <>
      {href ? <a href={href}>{name}</a> : name}
      {of.course && `, ${of.course}`}
    </>
  )
}

/** The page of a record that has a name, by its kind. */
const pages: Record<string, (of: RowLabel) => string | null | undefined> = {
  entitlement: ({ token }) => token && hrefs.token(token),
  course: ({ id }) => hrefs.coursePage(id),
  person: ({ id }) => hrefs.personPage(id),
  message: ({ key }) => key && hrefs.email(key),
  coupon: ({ key }) => key && hrefs.accessCode(key),
  school: ({ id }) => hrefs.schoolPage(id),
  deployment: ({ id }) => hrefs.deployment(id),
  product: ({ key }) => key && hrefs.product(key),
  platform: () => paths.platforms,
  'service-account': () => paths.serviceAccounts,
  staff: () => paths.colleagues,
}

/** Subject of an audit entry, linked to its page if it has one. */
export const AuditSubject = ({ entry }: { entry: AuditEntry }) => {
  const { about, subjectKind, subjectId, subjectKey } = entry
  const kind = auditKind(subjectKind)
  const href = kind && keyPages[kind]?.(subjectKey ?? '', subjectId ?? 0)
  const plain = subjectKey ?? subjectId ?? ''
  return (
    <>
      {`${kind ? auditKinds[kind] : subjectKind} `}
      {about ? <NamedLink of={about} /> : href ? <a href={href}>{plain}</a> : plain}
    </>
  )
}

/** The page of a subject without a name, by its key and id. */
const keyPages: Partial<Record<AuditKind, (key: string, id: number) => string | false>> = {
  help: (_, id) => id > 0 && hrefs.helpRequest(id),
  'help-template': () => paths.helpTemplates,
  batch: (_, id) => id > 0 && hrefs.batch(id),
  person: key => key.includes('@') && hrefs.email(key),
  sign: key => key !== '' && hrefs.sign(key),
  'canvas-course': key => key !== '' && hrefs.courseContent(key),
}

/** An access code, linked to its page unless the role sees its end only. */
export const CodeLink = ({ code }: { code: string }) =>
  isMasked(code) ? code : <a href={hrefs.accessCode(code)}>{code}</a>

/** Ids at other services, which staff erase there. */
export const ByHandList = ({ byHand }: { byHand: ByHand[] }) => (
  <ul className="bullets">
    {byHand.map(({ service, what, ids }) => (
      <li key={service + what}>
        {service}, {what}:{' '}
        {ids.map(id => (
          <Copied key={id}>{id}</Copied>
        ))}
      </li>
    ))}
  </ul>
)
