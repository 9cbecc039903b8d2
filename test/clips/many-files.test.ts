import { createHash } from 'node:crypto'
import t from 'tap'
import { freshDatabaseUrl, openAt } from '../support/database.ts'
import { type Running, startServer } from '../support/running.ts'
import { size } from '../support/size.ts'
import { signedInAt } from '../support/staff.ts'

/** A signer drops what was filmed in a day. */
const FILES = size(100, 500)
const UNNAMED = FILES / 10

interface Dropped {
  name: string
  content: Buffer
  hash: string
}

/** A file with the first bytes of a video. An upload checks no more. */
const fakeFile = (name: string): Dropped => {
  const content = Buffer.concat([Buffer.from([0, 0, 0, 20]), Buffer.from('ftypisom'), Buffer.from(name)])
  return { name, content, hash: createHash('sha256').update(content).digest('hex') }
}

const NAMES = [
  (gloss: string) => `${gloss}.mp4`,
  (gloss: string) => `${gloss.toLowerCase().replaceAll('-', ' ')}_take2.mov`,
  (gloss: string) => `Unit 1 - ${gloss} (Texas).mp4`,
]

t.test(`${FILES} files dropped at once are matched or asked for, also if the server is killed`, async t => {
  const DATABASE_URL = await freshDatabaseUrl(t)
  const first = await startServer(t, { env: { DATABASE_URL } })
  const db = await openAt(t, DATABASE_URL)
  const { name, value } = await signedInAt(db)
  const call = (server: Running, method: string, path: string, type: string, body: string | Buffer) =>
    fetch(server.base + path, {
      method,
      headers: { cookie: `${name}=${value}`, origin: server.base, 'content-type': type },
      body: new Uint8Array(Buffer.from(body)),
      redirect: 'manual',
    })
  await call(first, 'POST', '/clips', 'application/x-www-form-urlencoded', 'intent=agree&version=1&agreed=yes')
  const { rows: signers } = await db.client.query('select id from clip_signers')
  const { rows: signs } = await db.client.query(
    "select slug, gloss from signs where gloss ~ '^[A-Z]+(-[A-Z]+)*$' order by id limit $1",
    [FILES - UNNAMED],
  )
  const wanted = new Map<string, string>(signs.map(({ slug, gloss }, i) => [NAMES[i % 3]!(gloss), slug]))
  const files = [...wanted.keys(), ...Array.from({ length: UNNAMED }, (_, n) => `IMG_${2000 + n}.MOV`)].map(fakeFile)
  t.equal(files.length, FILES)

  const send = async (server: Running, { name, content, hash }: Dropped): Promise<number> => {
    const file = { hash, name, bytes: content.length, signer_id: String(signers[0].id), recorded_on: '2026-11-20' }
    const begun = await (
      await call(server, 'POST', '/api/clips/uploads', 'application/json', JSON.stringify(file))
    ).json()
    if (begun.clip_id !== null) return begun.clip_id
    const part = await call(server, 'PUT', `/api/clips/uploads/${hash}/0`, 'application/octet-stream', content)
    return (await part.json()).clip_id
  }
  /** Sends all files, ten at once, as several open pages would. Returns the number that arrived. */
  const drop = async (server: Running, onArrived: (count: number) => void = () => {}): Promise<number> => {
    const rest = [...files]
    let arrived = 0
    const sendRest = async () => {
      for (let file = rest.shift(); file; file = rest.shift()) {
        if ((await send(server, file)) > 0) onArrived(++arrived)
      }
    }
    await Promise.allSettled(Array.from({ length: 10 }, sendRest))
    return arrived
  }

  const before = await drop(first, count => count === FILES / 4 && first.kill('SIGKILL'))
  await first.ended
  t.ok(before >= FILES / 4 && before < FILES, `killed after ${before} files`)
  const second = await startServer(t, { env: { DATABASE_URL }, dataDir: first.dataDir })
  t.equal(await drop(second), FILES, 'the same files dropped again')

  // These files hold no video. One that failed before the second drop may be sent again, so its newest clip counts.
  const { rows: clips } = await db.client.query(
    `select distinct on (source_hash) id, file_name, sign, variant, state from clips where source_hash = any($1)
     order by source_hash, id desc`,
    [files.map(file => file.hash)],
  )
  const { rows: twice } = await db.client.query(
    "select source_hash from clips where state <> 'failed' group by source_hash having count(*) > 1",
  )
  t.strictSame(twice, [], 'no file became two clips')
  t.equal(clips.length, FILES, 'each file became a clip')
  t.strictSame(
    clips.filter(clip => clip.sign !== (wanted.get(clip.file_name) ?? null)),
    [],
    'named files have their sign',
  )
  t.equal(
    clips.filter(clip => clip.sign === null && clip.state === 'recorded').length,
    UNNAMED,
    'the others are asked for',
  )
  t.equal(
    clips.filter(clip => clip.variant === 'Texas').length,
    [...wanted.keys()].filter(n => n.includes('Texas')).length,
  )
  const { rows: left } = await db.client.query('select count(*)::int as count from clip_uploads')
  t.equal(left[0].count, 0, 'nothing is on its way')
  const { rows: jobs } = await db.client.query(
    "select count(distinct data->'data'->>'clipId')::int as count from pgboss.job where name = 'process-clip' and (data->'data'->>'clipId')::bigint = any($1)",
    [clips.map(clip => clip.id)],
  )
  t.equal(jobs[0].count, FILES - UNNAMED, 'each matched file is queued')
  const asked = await (await fetch(`${second.base}/clips/files`, { headers: { cookie: `${name}=${value}` } })).text()
  t.equal(new Set(asked.match(/IMG_\d+\.MOV/g)).size, UNNAMED, 'one page asks for all of them')
})
