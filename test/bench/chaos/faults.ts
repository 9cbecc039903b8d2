import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { World } from './world.ts'

interface Server {
  kill(): void
}

/** The process ids of PostgreSQL: its first process and all others. */
const postgresPids = async ({ db }: World): Promise<number[]> => {
  const { rows } = await db.client.query("select current_setting('data_directory') as folder")
  const [first] = readFileSync(join(rows[0].folder, 'postmaster.pid'), 'utf8').split('\n')
  const { rows: all } = await db.client.query('select pid from pg_stat_activity where pid <> pg_backend_pid()')
  return [Number(first), ...all.map(row => row.pid)]
}

const send = (pids: number[], signal: NodeJS.Signals) => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Breaks what can break, spread over `seconds`. */
export const runFaults = async (
  world: World,
  servers: Server[],
  { seconds, kills }: { seconds: number; kills: number },
) => {
  const { database, db, stripe, canvas, mail } = world
  const wait = (share: number) => pause(share * seconds * 1000)
  const killing = async () => {
    for (let n = 0; n < kills; n++) {
      servers[Math.floor(Math.random() * servers.length)]!.kill()
      await wait(1 / kills)
    }
  }
  const databaseTrouble = async () => {
    await wait(0.15)
    database.cut(true)
    await wait(1 / 9)
    database.cut(false)
    await wait(0.15)
    const pids = await postgresPids(world)
    send(pids, 'SIGSTOP')
    await wait(1 / 6)
    send(pids.reverse(), 'SIGCONT')
    await wait(0.15)
    await db.client
      .query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'signbook%' and pid <> pg_backend_pid() and datname = current_database()",
      )
      .catch(() => {})
  }
  const flapping = async () => {
    for (let n = 0; n < 12; n++) {
      stripe.armed.push({ status: 500, times: 4 })
      stripe.deliveries.setMode(n % 3 === 0 ? 'never' : n % 3 === 1 ? 'twice' : 'late')
      canvas.fail({ how: 'away', times: 5 })
      mail.drop()
      await wait(1 / 12)
    }
    stripe.armed.length = 0
    stripe.deliveries.setMode('once')
  }
  await Promise.all([killing(), databaseTrouble(), flapping()])
}
