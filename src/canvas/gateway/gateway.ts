import * as z from 'zod'
import { makeHttpClient } from '#src/core/outbound.ts'
import { maybe, number, readAs } from '#src/core/outside/json.ts'
import { text } from '#src/core/rules/outside.ts'
import type { ContentMigration } from '#src/courses/rules/migration-progress.ts'
import { UNKNOWN_SOURCE } from '#src/messages/rules/message.ts'
import { type Canvas, type CanvasEnrollment, CanvasRefused } from '../rules/canvas-port.ts'
import { type CanvasClient, makeCanvasClient } from './client.ts'

const Id = z.pipe(text, z.string().min(1))
const Course = z.object({
  id: Id,
  account_id: maybe(Id),
  name: maybe(text),
  course_code: maybe(text),
  workflow_state: maybe(text),
})
const Migration = z.object({
  id: Id,
  workflow_state: text,
  progress_url: maybe(text),
  // Present only while the source course still exists.
  settings: maybe(z.object({ source_course_name: maybe(text) })),
})
const Progress = z.object({ completion: maybe(number), workflow_state: maybe(text) })
const User = z.object({ id: Id, name: maybe(text), login_id: maybe(text) })
const Enrollment = z.object({ id: Id, user_id: maybe(Id), enrollment_state: maybe(text) })

const read = <S extends z.ZodType>(shape: S, value: unknown): z.output<S> => readAs(shape, value, 'Canvas')

const toCourse = (value: unknown) => {
  const c = read(Course, value)
  return {
    id: c.id,
    accountId: c.account_id,
    name: c.name ?? '',
    courseCode: c.course_code ?? '',
    workflowState: c.workflow_state ?? 'available',
  }
}

const toMigration = (value: unknown): ContentMigration => {
  const m = read(Migration, value)
  return {
    id: m.id,
    workflowState: m.workflow_state,
    progressUrl: m.progress_url,
    sourceCourseName: m.settings?.source_course_name || UNKNOWN_SOURCE,
    completion: m.workflow_state === 'completed' ? 100 : 0,
  }
}

const toEnrollment = (value: unknown): CanvasEnrollment => {
  const e = read(Enrollment, value)
  return { id: e.id, active: e.enrollment_state === 'active' }
}

const api = (strings: TemplateStringsArray, ...parts: string[]): string =>
  strings.reduce((path, text, i) => path + encodeURIComponent(parts[i - 1] ?? '') + text)

const ENROLLED = ['active', 'inactive', 'invited', 'completed'].map(s => `state[]=${s}`).join('&')

export const makeCanvasGateway = (
  client: CanvasClient,
  { host, accountId }: { host: string; accountId: string },
): Canvas => {
  const findUser = async (login: string): Promise<string | null> => {
    const found = await client.list(
      `${api`/api/v1/accounts/${accountId}/users`}?per_page=50&search_term=${encodeURIComponent(login)}`,
    )
    const user = found.map(u => read(User, u)).find(u => u.login_id?.toLowerCase() === login.toLowerCase())
    return user?.id ?? null
  }
  return {
    host,
    readCourse: async courseId => toCourse(await client.get(api`/api/v1/courses/${courseId}`)),
    listBlueprints: async () =>
      (await client.list(`${api`/api/v1/accounts/${accountId}/courses`}?blueprint=true&per_page=50`)).map(toCourse),
    listTeachers: async courseId =>
      (await client.list(`${api`/api/v1/courses/${courseId}/users`}?enrollment_type[]=teacher&per_page=50`))
        .map(u => read(User, u))
        .flatMap(({ id, name }) => (name ? { id: Number(id), name } : [])),
    listMigrations: async courseId =>
      (await client.list(`${api`/api/v1/courses/${courseId}/content_migrations`}?per_page=50`)).map(toMigration),
    readMigration: async (courseId, id) =>
      toMigration(await client.get(api`/api/v1/courses/${courseId}/content_migrations/${id}`)),
    async readProgress(url) {
      const p = read(Progress, await client.get(url))
      return { completion: p.completion, workflowState: p.workflow_state ?? 'running' }
    },
    startCopy: async (courseId, sourceCourseId) =>
      toMigration(
        await client.send('POST', api`/api/v1/courses/${courseId}/content_migrations`, {
          migration_type: 'course_copy_importer',
          'settings[source_course_id]': sourceCourseId,
        }),
      ),
    findUser,
    async createUser({ login, name, password }) {
      // Without a password, Canvas e-mails the person a link to choose one. With a password, it sends nothing.
      const fields = {
        'user[name]': name,
        'pseudonym[unique_id]': login,
        'pseudonym[send_confirmation]': String(password === null),
        ...(password === null ? {} : { 'pseudonym[password]': password }),
        'communication_channel[type]': 'email',
        'communication_channel[address]': login,
        'communication_channel[skip_confirmation]': String(password !== null),
      }
      try {
        return read(User, await client.send('POST', api`/api/v1/accounts/${accountId}/users`, fields)).id
      } catch (error) {
        if (error instanceof CanvasRefused && error.status === 400 && /already in use/i.test(error.message)) return null
        throw error
      }
    },
    async findEnrollment(courseId, userId) {
      const path = `${api`/api/v1/courses/${courseId}/enrollments`}?user_id=${encodeURIComponent(userId)}&type[]=StudentEnrollment&${ENROLLED}`
      try {
        const found = (await client.list(path)).map(toEnrollment)
        return found.find(e => e.active) ?? found[0] ?? null
      } catch (error) {
        if (error instanceof CanvasRefused && error.status === 404) return null
        throw error
      }
    },
    enroll: async (courseId, userId) =>
      toEnrollment(
        await client.send('POST', api`/api/v1/courses/${courseId}/enrollments`, {
          'enrollment[user_id]': userId,
          'enrollment[type]': 'StudentEnrollment',
          'enrollment[enrollment_state]': 'active',
          'enrollment[notify]': 'false',
        }),
      ),
    async inactivate(courseId, enrollmentId) {
      try {
        await client.send('DELETE', `${api`/api/v1/courses/${courseId}/enrollments/${enrollmentId}`}?task=inactivate`)
      } catch (error) {
        // Already removed in Canvas: nothing to do.
        if (!(error instanceof CanvasRefused && error.status === 404)) throw error
      }
    },
  }
}

interface CanvasSettings {
  origin: string
  token: string
  accountId: string
  /** The canvas_domain of this platform if it differs from the host of `origin`, as for the practice Canvas. */
  host?: string
}

export const connectCanvas = ({ origin, token, accountId, host }: CanvasSettings): Canvas =>
  makeCanvasGateway(makeCanvasClient({ origin, token, outbound: makeHttpClient({ service: 'canvas' }) }), {
    host: host ?? new URL(origin).host,
    accountId,
  })
