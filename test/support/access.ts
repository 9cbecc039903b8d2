import { moveAccessEnds } from '#src/access/access-ends.ts'
import type { Jobs } from '#src/core/jobs/kinds.ts'
import type { TestApp } from './app.ts'
import { jobsOf } from './rows.ts'

/** Runs every queued job that moves ends of access, and removes it. */
export const moveAccessEndsNow = async (app: TestApp): Promise<void> => {
  for (const job of await jobsOf(app, 'move-access-ends')) {
    const { mayShorten, ...scope } = job as Jobs['move-access-ends']
    await moveAccessEnds(app, scope, mayShorten)
  }
  await app.db.client.query("delete from pgboss.job where name = 'move-access-ends'")
}
