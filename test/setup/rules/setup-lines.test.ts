import t from 'tap'
import {
  addressLine,
  appSecretLine,
  backupLine,
  certificateLine,
  clockLine,
  contentLine,
  type DatabaseFacts,
  databaseLine,
  deadJobsLine,
  ffmpegLine,
  folderLine,
  openedLine,
  pgDumpLine,
  schoolSecretsLine,
  secretsLine,
  supportLine,
  toolKeyLine,
} from '#src/desk/rules/installation-lines.ts'
import {
  canvasLine,
  captchaLine,
  cardLine,
  chatLine,
  mailLine,
  pricesLine,
  smsLine,
  videoLine,
  webhookLine,
} from '#src/desk/rules/service-lines.ts'
import { answerOfStatus, linesAsText, serviceLine, type Verdict } from '#src/desk/rules/setup-lines.ts'

const now = new Date('2026-11-23T12:00:00Z')
const timezone = 'America/Chicago'
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const postgres: DatabaseFacts = {
  kind: 'postgres',
  version: 150_008,
  encoding: 'UTF8',
  maxConnections: 100,
  readOnly: false,
  schemaCurrent: true,
  schemaLater: false,
  clockOffsetMs: 20,
}
const MB = 2 ** 20
const folder = { folder: '/app/data', problem: null, freeBytes: 5000 * MB }
const address = { url: 'https://signbook.example', status: 200, isOurs: true }
const webhook = {
  lastEventAt: daysAgo(1),
  unansweredSince: null,
  events: { taken: 3, refused: 0 },
  now,
  timezone,
  publicUrl: 'https://signbook.example',
}

const cases: [what: string, line: Verdict | null, state: Verdict['state'] | null, says?: RegExp][] = [
  ['PostgreSQL', databaseLine(postgres, false), 'ok', /PostgreSQL 15, writable/],
  ['an old PostgreSQL', databaseLine({ ...postgres, version: 140_001 }, false), 'wrong', /Use PostgreSQL 15/],
  ['another encoding', databaseLine({ ...postgres, encoding: 'LATIN1' }, false), 'wrong', /UTF8/],
  ['few connections', databaseLine({ ...postgres, maxConnections: 10 }, false), 'wrong', /max_connections/],
  ['a read-only database', databaseLine({ ...postgres, readOnly: true }, false), 'wrong', /writable/],
  ['an old schema', databaseLine({ ...postgres, schemaCurrent: false }, false), 'wrong', /main\.mjs migrate/],
  ['a schema of a later release', databaseLine({ ...postgres, schemaLater: true }, false), 'missing', /newest release/],
  ['an APP_SECRET that opens', appSecretLine(true), 'ok'],
  ['another APP_SECRET', appSecretLine(false), 'wrong', /APP_SECRET_PREVIOUS/],
  ['the embedded database', databaseLine({ ...postgres, kind: 'embedded' }, false), 'missing', /DATABASE_URL/],
  ['the same in demo mode', databaseLine({ ...postgres, kind: 'embedded' }, true), 'ok'],
  ['no database', databaseLine('DATABASE_URL: no database answers.', false), 'wrong', /no database answers/],
  ['a good clock', clockLine(postgres), 'ok'],
  ['a clock that is late', clockLine({ ...postgres, clockOffsetMs: -61_000 }), 'wrong', /61 seconds.*NTP/],
  ['the clock beside an embedded database', clockLine({ ...postgres, kind: 'embedded' }), null],
  ['no school by LTI 1.1', schoolSecretsLine(undefined, timezone), null],
  [
    'young school secrets',
    schoolSecretsLine({ schools: 3, old: 0, name: 'North', setAt: daysAgo(30), usedAt: daysAgo(1) }, timezone),
    'ok',
    /^0 of 3 .* The oldest is from 10\/24\/26, of North\. Its last launch was on 11\/22\/26\./,
  ],
  [
    'an old school secret that nobody uses',
    schoolSecretsLine({ schools: 3, old: 1, name: 'North', setAt: daysAgo(800), usedAt: null }, timezone),
    'ok',
    /^1 of 3 .* no launch of it\./,
  ],
  ['a folder', folderLine(folder), 'ok'],
  ['a read-only folder', folderLine({ ...folder, problem: 'EROFS' }), 'wrong', /cannot be written \(EROFS\)/],
  ['a full disk', folderLine({ ...folder, problem: 'ENOSPC', freeBytes: 0 }), 'wrong', /full/],
  ['a disk that is nearly full', folderLine({ ...folder, freeBytes: 90 * MB }), 'wrong', /90 MB/],
  ['an address', addressLine(address, false), 'ok'],
  ['an address without TLS', addressLine({ ...address, url: 'http://signbook.example' }, false), 'wrong', /https/],
  ['an address that is silent', addressLine({ ...address, status: null, isOurs: false }, false), 'wrong', /DNS/],
  ['the address of another', addressLine({ ...address, status: 404, isOurs: false }, false), 'wrong', /Another server/],
  ['opened at its address', openedLine('https://a.example', 'https://a.example'), 'ok'],
  [
    'opened elsewhere',
    openedLine('http://10.0.0.1', 'https://a.example'),
    'wrong',
    /10\.0\.0\.1, and PUBLIC_URL.*TRUST_PROXY/,
  ],
  ['a young key', toolKeyLine(daysAgo(3), now), 'ok', /3 days/],
  ['an old key', toolKeyLine(daysAgo(40), now), 'wrong', /40 days/],
  ['no key yet', toolKeyLine(null, now), null],
  ['no backup', backupLine(null, { now, timezone }), 'missing', /main\.mjs backup/],
  [
    'a backup of today',
    backupLine({ name: 'x.dump', at: daysAgo(1), bytes: 3 * MB }, { now, timezone }),
    'ok',
    /11\/22\/26, 06:00, Central Time: x\.dump, 3 MB/,
  ],
  [
    'an old backup',
    backupLine({ name: 'x.dump', at: daysAgo(2), bytes: null }, { now, timezone }),
    'wrong',
    /schedule/,
  ],
  ['no secret seen', secretsLine([], { now, timezone }), null],
  [
    'young secrets',
    secretsLine(
      [
        { name: 'A', since: daysAgo(3) },
        { name: 'B', since: daysAgo(9) },
      ],
      { now, timezone },
    ),
    'ok',
    /B, is of 11\/14\/26/,
  ],
  [
    'an old secret',
    secretsLine(
      [
        { name: 'A', since: daysAgo(400) },
        { name: 'B', since: daysAgo(9) },
      ],
      { now, timezone },
    ),
    'wrong',
    /year: A\. Replace/,
  ],
  ['sample content', contentLine(true, false), 'wrong', /content import/],
  ['own content', contentLine(false, false), 'ok'],
  ['sample content in the demo', contentLine(true, true), 'ok'],
  ['the example support address', supportLine('support@signbook.example', false), 'missing', /SUPPORT_EMAIL/],
  ['a support address', supportLine('help@publisher.example', false), 'ok'],
  ['no mail', mailLine(null, false), 'missing', /SMTP_URL/],
  ['no mail in the demo', mailLine(null, true), 'ok', /outbox/],
  ['a wrong mail password', mailLine('rejected', false), 'wrong', /rejects.*SMTP_URL/],
  ['no cards', cardLine({ answer: null, demo: false, live: true, schools: 0 }), 'missing', /STRIPE_SECRET_KEY/],
  [
    'no cards, and schools',
    cardLine({ answer: null, demo: false, live: true, schools: 2 }),
    'missing',
    /2 schools take/,
  ],
  ['a live key', cardLine({ answer: 'works', demo: false, live: true, schools: 1 }), 'ok', /live key/],
  ['a webhook', webhookLine(webhook), 'ok', /11\/22\/26, 06:00, Central Time/],
  ['a webhook never heard of', webhookLine({ ...webhook, lastEventAt: null }), 'missing', /endpoint/],
  ['a checkout of today', webhookLine({ ...webhook, unansweredSince: daysAgo(0.5) }), 'ok'],
  [
    'a silent webhook of a site that sells daily',
    webhookLine({ ...webhook, lastEventAt: daysAgo(5), unansweredSince: daysAgo(4) }),
    'wrong',
    /failed deliveries/,
  ],
  ['a webhook that a stranger tried', webhookLine({ ...webhook, events: { taken: 0, refused: 2 } }), 'ok'],
  ['a webhook that is attacked', webhookLine({ ...webhook, events: { taken: 9, refused: 8 } }), 'ok'],
  [
    'a webhook with a wrong secret',
    webhookLine({ ...webhook, events: { taken: 1, refused: 5 } }),
    'wrong',
    /5 deliveries were refused .*STRIPE_WEBHOOK_SECRET/,
  ],
  ['no certificate', certificateLine(null, { now, timezone }), null],
  ['a young certificate', certificateLine(daysAgo(-30), { now, timezone }), 'ok', /for 30 more days/],
  ['a certificate that ends', certificateLine(daysAgo(-13), { now, timezone }), 'wrong', /for 13 more days.*Renew/],
  ['a certificate that ended', certificateLine(daysAgo(2), { now, timezone }), 'wrong', /It ended on 11\/21\/26/],
  ['no dead job', deadJobsLine(0), 'ok'],
  ['dead jobs', deadJobsLine(2), 'wrong', /2 pieces of work gave up.*Try again/],
  ['ffmpeg', ffmpegLine(true), 'ok'],
  ['no ffmpeg', ffmpegLine(false), 'missing', /apt-get install ffmpeg/],
  ['pg_dump', pgDumpLine({ problem: null }), 'ok'],
  ['no pg_dump', pgDumpLine({ lack: 'pg_dump is not installed on this machine.' }), 'missing', /No backup can be made/],
  ['pg_dump fails', pgDumpLine({ problem: 'pg_dump failed: no access.' }), 'wrong', /A backup fails here: .*no access/],
  ['no product', pricesLine([]), null],
  ['prices', pricesLine([{ code: 'A', sells: true }]), 'ok'],
  [
    'a price that is gone',
    pricesLine([
      { code: 'A', sells: true },
      { code: 'B', sells: false },
    ]),
    'wrong',
    /sell B\./,
  ],
  ['a price not asked', pricesLine([{ code: 'A', sells: null }]), 'wrong', /did not answer/],
  ['no Canvas', canvasLine({ answer: null, demo: false, live: false, schools: 0 }), 'missing', /Only needed/],
  [
    'no Canvas, and a hosted school',
    canvasLine({ answer: null, demo: false, live: false, schools: 1 }),
    'wrong',
    /1 hosted school needs it/,
  ],
  [
    'a wrong Canvas account',
    canvasLine({ answer: 'not_found', demo: false, live: false, schools: 1 }),
    'wrong',
    /CANVAS_ACCOUNT_ID/,
  ],
  ['no video host', videoLine(null, false), 'missing', /SPROUTVIDEO_API_KEYS/],
  ['a wrong key of one account', videoLine({ 1: 'works', 2: 'rejected' }, false), 'wrong', /account 2, rejects/],
  ['video accounts', videoLine({ 1: 'works', 2: 'works' }, false), 'ok', /all 2 accounts/],
  ['no text messages', smsLine(null, false), 'missing', /TWILIO/],
  ['text messages', smsLine('works', false), 'ok'],
  ['our captcha', captchaLine('altcha', null), 'ok'],
  ['a wrong captcha secret', captchaLine('recaptcha', 'rejected'), 'wrong', /RECAPTCHA_SECRET/],
  ['no chat', chatLine(null), 'missing', /help form/],
  ['a chat that is down', chatLine('no_answer'), 'wrong', /does not answer/],
]

for (const [what, line, state, says] of cases)
  t.test(what, t => {
    t.equal(line?.state ?? null, state)
    if (line && says) t.match(`${line.found} ${line.nextStep}`, says)
    t.equal(
      line === null || (line.state === 'ok') === (line.nextStep === null),
      true,
      'says what to do exactly when needed',
    )
    t.end()
  })

t.test('an answer is told by its status', t => {
  const found = [200, 204, 401, 403, 404, 429, 500, 302].map(answerOfStatus)
  t.strictSame(found, ['works', 'works', 'rejected', 'rejected', 'not_found', 'no_answer', 'no_answer', 'unexpected'])
  const service = { who: 'X', settings: 'X_KEY', works: 'Fine.' }
  for (const answer of found) t.ok(serviceLine(service, answer).found)
  t.end()
})

t.test('the doctor prints a line each, and what to do below', t => {
  t.strictSame(
    linesAsText([
      { name: 'Database', ...databaseLine(postgres, false) },
      { name: 'Mail', ...mailLine(null, false) },
    ]),
    [
      'ok      Database: PostgreSQL 15, writable, 100 connections, newest schema.',
      'missing Mail: Nobody gets mail. Each message is a file in DATA_DIR/outbox.',
      '        Set SMTP_URL.',
    ],
  )
  t.end()
})
