import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

/** CPU time of all processes of a server on this machine in milliseconds. Linux only. */
export const postgresCpu = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const server = parentOf(rows[0]!.pid)
  const processes = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  const own = processes.map(Number).filter(pid => pid === server || parentOf(pid) === server)
  return own.reduce((sum, pid) => sum + cpuOf(pid), 0)
}

/** Reads a file of a process, which may end meanwhile. */
const read = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** The name of the program, before the parent, may contain blanks. */
const parentOf = (pid: number): number =>
  Number(
    read(pid, 'stat')
      .replace(/^.*\) /, '')
      .split(' ')[1],
  )

const cpuOf = (pid: number): number => Number(read(pid, 'schedstat').split(' ')[0]) / 1e6
