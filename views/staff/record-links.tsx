import { calledName, isMasked } from '#src/access/rules/entitlement.ts'
import { type AuditEntry, type AuditKind, auditKind, auditKinds } from '#src/core/rules/audit.ts'
import { type RowLabel, rowId } from '#src/core/rules/rows.ts'
import type { ByHand } from '#src/desk/rules/erasures.ts'
import { hrefs, paths } from '../paths.ts'
import { Copied } from '../ui/facts.tsx'

/** Name of a record, linked to its page if it has one. */
export const NamedLink = ({ of }: { of: RowLabel }) => {
  const href = pageOf(of)
  const name = of.name ?? calledName({ name: null, email: null })
  return (
    <>
      {href ? <a href={href}>{name}</a> : name}
      {of.course && `, ${of.course}`}
    </>
  )
}

const pageOf = ({ kind, id, key, token }: RowLabel): string | null => {
  switch (kind) {
    case 'entitlement':
      return token ? hrefs.token(token) : null
    case 'course':
      return hrefs.coursePage(id)
    case 'person':
      return hrefs.personPage(id)
    case 'message':
      return key ? hrefs.email(key) : null
    case 'coupon':
      return key ? hrefs.accessCode(key) : null
    case 'school':
      return hrefs.schoolPage(id)
    case 'deployment':
      return hrefs.deployment(id)
    case 'product':
      return key ? hrefs.product(key) : null
    case 'platform':
      return paths.platforms
    case 'service-account':
      return paths.serviceAccounts
    case 'staff':
      return paths.colleagues
    default:
      return null
  }
}

/** Subject of an audit entry, linked to its page if it has one. */
export const AuditSubject = ({ entry }: { entry: AuditEntry }) => {
  const { about, subjectKind, subjectId, subjectKey } = entry
  const kind = auditKind(subjectKind)
  const href = kind && (about ? null : keyPage(kind, entry))
  const plain = subjectKey ?? subjectId ?? ''
  return (
    <>
      {helpRequestOf(entry) === null && `${kind ? auditKinds[kind] : subjectKind} `}
      {about ? <NamedLink of={about} /> : href ? <a href={href}>{plain}</a> : plain}
    </>
  )
}

/** A help request is recorded as a person with the key `help request 7`. */
const helpRequestOf = ({ subjectKind, subjectKey }: Pick<AuditEntry, 'subjectKind' | 'subjectKey'>): number | null =>
  subjectKind === 'person' ? rowId(subjectKey?.match(/^help request (\d+)$/)?.[1]) : null

/** Returns the page of a subject without a name: a batch, an email address or a Canvas course. */
const keyPage = (kind: AuditKind, { subjectId, subjectKey }: AuditEntry): string | null => {
  if (kind === 'help' && subjectId !== null) return hrefs.helpRequest(subjectId)
  if (kind === 'help-template') return paths.helpTemplates
  if (kind === 'batch' && subjectId !== null) return hrefs.batch(subjectId)
  if (subjectKey === null) return null
  const request = helpRequestOf({ subjectKind: kind, subjectKey })
  if (request !== null) return hrefs.helpRequest(request)
  if (kind === 'person') return subjectKey.includes('@') ? hrefs.email(subjectKey) : paths.support
  if (kind === 'sign') return hrefs.sign(subjectKey)
  if (kind === 'canvas-course') return hrefs.courseContent(subjectKey)
  return null
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
