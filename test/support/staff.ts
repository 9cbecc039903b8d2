import type { OutgoingHttpHeaders } from 'node:http'
import type { InjectOptions } from 'fastify'
import { makeAccessTokens } from '#src/accounts/access-tokens.ts'
import { LONGEST_MS } from '#src/accounts/rules/sign-in.ts'
import { findStaffByTarget, saveSchoolLimit, saveSession, saveStaff } from '#src/accounts/store/staff.ts'
import { systemClock } from '#src/core/clock.ts'
import { mintSecret, sha256 } from '#src/core/crypto.ts'
import type { Database } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import type { SignedInStaff, StaffRole } from '#src/core/rules/staff.ts'
import { withoutFragment } from '#views/answer.ts'
import { SECRET, type TestApp } from './app.ts'
import { tagsOf } from './html.ts'

export interface Me {
  staff: SignedInStaff
  cookie: string
  bearer: string
  /** A staff call with the bearer. */
  call(method: 'GET' | 'POST', url: string, body?: object): Promise<Answer>
  /** Opens a page, or posts a form, with the cookie and without JavaScript. */
  open(url: string): Promise<Page>
  post(url: string, fields: Fields): Promise<Page>
  /** Posts a form and follows the redirect, as a browser does. */
  send(url: string, fields: Fields): Promise<Page>
}

type Fields = Record<string, string | string[]>

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers by name
  data: any
}

export interface Page {
  status: number
  body: string
  location: string
  headers: OutgoingHttpHeaders
}

/** Signs a staff member in through the database, without mail. */
export const signedIn = async (
  app: TestApp,
  role: StaffRole = 'manager',
  email = `${role}@example.com`,
): Promise<Me> => {
  const staff = await saveStaff(app.db, { email, role, firstName: 'Sam', lastName: 'Staff' })
  const cookie = mintSecret()
  const now = app.clock.now()
  const times = { createdAt: now, confirmedAt: now, seenAt: now, endsAt: new Date(now.getTime() + LONGEST_MS) }
  const id = await inTransaction(app.db, tx =>
    saveSession(tx, { staffId: staff.id, cookieHash: sha256(cookie), device: 'Firefox on Linux', ...times }),
  )
  const bearer = await makeAccessTokens(SECRET).sign({ id, staff }, now)
  const open: Me['open'] = url => pageOf(app, { method: 'GET', url, headers: { cookie: `signbook_staff=${cookie}` } })
  const post: Me['post'] = (url, fields) =>
    pageOf(app, {
      method: 'POST',
      url,
      headers: {
        cookie: `signbook_staff=${cookie}`,
        origin: 'http://localhost:3000',
        host: 'localhost:3000',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams(
        Object.entries(fields).flatMap(([name, value]) => [value].flat().map(v => [name, v])),
      ).toString(),
    })
  return {
    staff: { ...staff, confirmedAt: now },
    cookie: `signbook_staff=${cookie}`,
    bearer,
    async call(method, url, payload) {
      const headers = { authorization: `Bearer ${bearer}` }
      const answer = await app.server.inject({ method, url, headers, ...(payload ? { payload } : {}) })
      return { status: answer.statusCode, data: answer.json() }
    },
    open,
    post,
    async send(url, fields) {
      const answer = await post(url, fields)
      return answer.status === 303 ? open(withoutFragment(answer.location)) : answer
    },
  }
}

/** Presses a button that asks first, then gives a reason and confirms. Returns the page that follows. */
export const postAndConfirm = async (me: Me, url: string, fields: Fields, reason = 'as told'): Promise<Page> => {
  const asked = await me.post(url, fields)
  const confirmed = tagsOf(asked.body, 'input').flatMap(i => (i.name === 'confirmed' ? [i.value ?? ''] : []))
  return me.send(url, { ...fields, confirmed, reason })
}

const pageOf = async (app: TestApp, request: InjectOptions): Promise<Page> => {
  const answer = await app.server.inject(request)
  return {
    status: answer.statusCode,
    body: answer.body.replaceAll('<!-- -->', ''),
    location: String(answer.headers.location ?? ''),
    headers: answer.headers,
  }
}

/** Returns the cookie of a signed-in staff member for a browser. */
export const signedInAt = async (db: Database): Promise<{ name: string; value: string }> => {
  const { cookie } = await signedIn({ db, clock: systemClock } as TestApp)
  const [name = '', value = ''] = cookie.split('=')
  return { name, value }
}

/** Limits the role of a staff user to these schools, or to none; null lifts the limit. */
export const limitSchools = (
  db: Database,
  { email, schoolIds }: { email: string; schoolIds: number[] | null },
): Promise<void> =>
  inTransaction(db, async tx => saveSchoolLimit(tx, (await findStaffByTarget(tx, 'email', email))!.id, schoolIds))
