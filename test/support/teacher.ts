import type { TestApp } from './app.ts'
import { launch, makeConsumer, makeCourse, makeProduct } from './school.ts'

interface TeacherLaunch {
  /** The address that the launch redirects to. */
  location: string
  /** Opens the page with these query parameters. */
  open: ReturnType<typeof opener>
  /** Launches again. */
  again(over?: Record<string, string>): Promise<ReturnType<typeof opener>>
}

/** Launches as a teacher of a course whose product allows these units. */
export const launchTeacher = async (
  app: TestApp,
  units: number[],
  over: Record<string, string> = {},
): Promise<TeacherLaunch> => {
  const school = await makeConsumer(app)
  const code = `P${units.join('_')}`
  await makeProduct(app, code, { unitsForTeacher: units })
  await makeCourse(app, school.id, [code], { contextId: 'ctx-1', title: 'ASL 1', allowsWts: true })
  const enter = async (more = {}) => (await launch(app, school.key, { roles: 'Instructor', ...over, ...more })).location
  const location = await enter()
  return { location, open: opener(app, location), again: async more => opener(app, await enter(more)) }
}

export const opener =
  (app: TestApp, location: string) =>
  async (query: Record<string, string> = {}) => {
    const url = new URL(location, 'http://localhost:3000')
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const answer = await app.server.inject({ url: url.pathname + url.search })
    return {
      status: answer.statusCode,
      body: answer.body,
      location: String(answer.headers.location ?? ''),
      csp: String(answer.headers['content-security-policy'] ?? ''),
    }
  }
