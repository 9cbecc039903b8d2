import t from 'tap'
import { parseConfig } from '#src/config.ts'
import { explainStartError } from '#src/core/start-error.ts'

const config = parseConfig({
  DEMO: 'on',
  DATA_DIR: '/srv/data',
  DATABASE_URL: 'postgres://user:hush@db.example:5432/signbook',
})
const said = (facts: object) => {
  const error = explainStartError(Object.assign(new Error('failed'), facts), config)
  return error instanceof Error ? error.message : ''
}

t.test('a folder that cannot be used is one sentence', t => {
  const path = '/srv/data/app-secret'
  t.equal(said({ code: 'ENOSPC', path }), 'DATA_DIR: the disk of /srv/data is full; make room')
  t.match(said({ code: 'EROFS', path }), /^DATA_DIR: \/srv\/data cannot be written by this user \(EROFS\); mount/)
  t.match(said({ code: 'EACCES', syscall: 'listen', address: '/srv/data/new.1' }), /^DATA_DIR: .* \(EACCES\)/)
  t.match(said({ code: 'ENOTDIR', path }), /^DATA_DIR: \/srv\/data cannot be used as a folder/)
  t.end()
})

t.test('a file or folder that the operator named is one sentence', t => {
  const path = '/srv/backups/x.dump.partial'
  t.equal(said({ code: 'ENOSPC', path }), 'the disk of /srv/backups/x.dump.partial is full; make room')
  t.equal(said({ code: 'ENOSPC', syscall: 'write' }), 'the disk is full; make room')
  t.equal(said({ code: 'EACCES', path }), '/srv/backups/x.dump.partial cannot be written by this user (EACCES)')
  t.match(said({ code: 'ENOTDIR', path }), /is not in a folder$/)
  t.equal(said({ code: 'ENOENT', path }), 'failed', 'a file of ours that is missing is a bug')
  t.end()
})

t.test('a database that cannot be written is one sentence', t => {
  t.match(said({ code: '25006' }), /^DATABASE_URL: the database takes no changes; make it writable/)
  t.equal(said({ code: '53100' }), 'DATABASE_URL: the disk of the database is full; make room')
  const afterRestart = Object.assign(new Error('could not write init file'), { code: 'XX000' })
  t.match(explainStartError(afterRestart, config), { message: /the disk of the database is full/ })
  t.match(said({ code: '42P01' }), /^DATABASE_URL: signbook lacks a table of this release .* migrate`$/)
  t.match(said({ code: '42P07' }), /^DATABASE_URL: signbook has tables of another program/)
  t.match(said({ cause: Object.assign(new Error('x'), { code: '53100' }) }), /disk of the database/)
  t.end()
})

t.test('a database that ends the connection during the start is one sentence', t => {
  const none = /^DATABASE_URL: no database answers at db\.example/
  t.match(said({ message: 'Connection terminated unexpectedly' }), none)
  t.match(said({ code: '57P01' }), none)
  t.end()
})
