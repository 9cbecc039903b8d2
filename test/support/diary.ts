import { launchDiary } from '#src/store/schema/launches.ts'
import type { TestApp } from './app.ts'

/** The launch diary by reference, once the app is stopped: stopping writes what was waiting. */
export const readDiary = async (app: TestApp) => {
  await app.stop()
  const lines = await app.db.orm.select().from(launchDiary)
  return new Map(lines.map(line => [line.reference, line]))
}
