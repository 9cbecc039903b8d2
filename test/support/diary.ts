import { launchDiary } from '#src/lti/store/schema.ts'
import type { TestApp } from './app.ts'

/** Returns the launch diary by reference. Stops the app first, which writes pending entries. */
export const readDiary = async (app: TestApp) => {
  await app.stop()
  const lines = await app.db.orm.select().from(launchDiary)
  return new Map(lines.map(line => [line.reference, line]))
}
