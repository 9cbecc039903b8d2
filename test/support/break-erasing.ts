import { eq } from 'drizzle-orm'
import { people } from '#src/access/store/schema/people.ts'
import type { TestApp } from './app.ts'

/** Makes the database refuse to erase one person, until `repair` is called. */
export const breakErasing = async ({ db }: TestApp, ltiUserId: string) => {
  const [person] = await db.orm.select().from(people).where(eq(people.ltiUserId, ltiUserId))
  const { id } = person!
  await db.client.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'broken row'; end $$`,
  )
  await db.client.query(
    `create trigger refuse before delete on people for each row when (old.id = ${id}) execute function refuse()`,
  )
  return { id, repair: () => db.client.query('drop trigger refuse on people') }
}
