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
  t.match(said({ code: '57P03', severity: 'FATAL' }), none)
  t.match(said({ message: 'timeout expired' }), none)
  t.end()
})

t.test('a certificate that is refused is one sentence', t => {
  for (const facts of [
    { message: 'The server does not support SSL connections' },
    { code: 'SELF_SIGNED_CERT_IN_CHAIN', message: 'self-signed certificate in certificate chain' },
    { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', message: 'unable to verify the first certificate' },
    { code: 'ERR_TLS_CERT_ALTNAME_INVALID', message: "Hostname/IP does not match certificate's altnames" },
    { code: 'ERR_OSSL_PEM_NO_START_LINE', message: 'error:0480006C:PEM routines::no start line' },
  ])
    t.equal(
      said(facts),
      `DATABASE_URL: the server at db.example:5432 and this URL disagree about TLS (${facts.message})`,
    )
  t.end()
})

t.test('what the server refuses is in the sentence, also when its name has a timeout in it', t => {
  for (const name of ['client_encoding', 'statement_timeout', 'idle_in_transaction_session_timeout']) {
    const message = `invalid value for parameter "${name}": "x"`
    t.equal(
      said({ code: '22023', severity: 'FATAL', message }),
      `DATABASE_URL: the database at db.example:5432 refuses the connection (${message})`,
    )
  }
  t.end()
})
