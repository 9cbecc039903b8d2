import type { FastifyReply } from 'fastify'
import type { ReactNode } from 'react'
import type { Language } from '#src/core/rules/languages/language.ts'
import { pictureOf } from '#src/core/rules/staff.ts'
import { type Assets, type DocumentInput, makeDocument, type SignedClips } from '#views/document.ts'
import type { FramedBy, Outside, Screen, Site } from '#views/screen.ts'
import type { Signed } from '#views/shell/office.tsx'
import { requestingOrigin } from './requesting-origin.ts'
import { contentSecurityPolicy, type PolicySettings, permissionsPolicy } from './security-headers.ts'

interface PageOptions {
  title: string
  /** English unless set. */
  language?: Language | undefined
  /**
   * The address of the page in other languages; `within` if the page contains them, as the answer to a form that cannot
   * be sent again; `english` if it is for staff or administrators and exists in English only.
   */
  switchAt: { url: string } | 'within' | 'english'
  chrome: Screen['chrome']
  main: ReactNode
  status: number
  framedBy: FramedBy
  /** The signed-in staff user, whose navigation bar has the back-office links. */
  shell?: Signed | null
  alert?: DocumentInput['alert']
  camera?: boolean | undefined
  outside?: Outside[]
  /** Further origins allowed in form-action, besides our own and the card provider's. */
  formTargets?: string[]
}

const framersOf = ({ request }: FastifyReply, framedBy: FramedBy, { publicUrl }: Site): FramedBy => {
  if (framedBy === 'nobody' || framedBy.lms.length > 0) return framedBy
  return { lms: [requestingOrigin(request, publicUrl) ?? []].flat() }
}

/** Sends pages with the shared document and security policy. */
export interface Pages {
  site: Site
  send(reply: FastifyReply, options: PageOptions): FastifyReply
}

export const makePages = (
  assets: Assets,
  site: Site,
  policy: PolicySettings,
  { screens, help }: { screens: Screen[]; help: SignedClips },
): Pages => {
  const document = makeDocument(assets, screens, help)
  return {
    site,
    send: (
      reply,
      {
        status,
        framedBy,
        outside,
        formTargets = [],
        camera,
        language = 'en',
        switchAt,
        shell = null,
        alert = null,
        ...drawn
      },
    ) =>
      reply
        .code(status)
        .header('permissions-policy', permissionsPolicy(camera))
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header(
          'content-security-policy',
          contentSecurityPolicy(
            framersOf(reply, framedBy, site),
            { ...policy, origins: [...policy.origins, ...formTargets] },
            outside,
            shell ? pictureOf(shell.staff)?.origin : undefined,
            camera,
          ),
        )
        .send(
          document({
            ...drawn,
            framed: framedBy !== 'nobody',
            language,
            switchAt: typeof switchAt === 'string' ? undefined : switchAt.url,
            shell,
            alert,
          }),
        ),
  }
}
