import t from 'tap'
import { keysOf } from '#src/core/rules/guards.ts'
import { languages } from '#src/core/rules/language.ts'
import { plainTextBody } from '#src/messages/rules/mail-body.ts'
import { mailSamples } from '#src/messages/rules/mail-samples.ts'
import { signedAt } from '#src/messages/signed-help.ts'
import { mailSlot, renderMail } from '#src/messages/texts/message-text.ts'
import { isHelpSlot } from '#src/messages/texts/signed-help.ts'
import { textsIn } from '#src/texts/catalogues.ts'

const PUBLIC = 'https://signbook.example'
const STAFF_MAIL = ['help', 'waiting', 'lms-registered', 'lms-on', 'code-cards', 'security', 'faults', 'help-reply']

/** Renders each mail in each language, in an installation that has these clips. */
const mailsWith = (hasSignedHelp: (slot: string) => boolean) =>
  languages.flatMap(language => {
    const samples = mailSamples('ana@school.example', language)
    return keysOf(samples).map(kind => ({
      kind,
      language,
      slot: mailSlot(samples[kind]),
      mail: renderMail(samples[kind], {
        date: iso => iso,
        supportEmail: 'support@signbook.example',
        open: () => '123456',
        signedAt: (slot, language) =>
          signedAt({ publicUrl: PUBLIC, signedHelp: { hasClip: hasSignedHelp } }, slot, language),
      }),
    }))
  })

t.test('a mail leads to its clip in its language, and only the mail of that clip', async t => {
  for (const { kind, language, slot, mail } of mailsWith(slot => slot === 'mail-receipt' || slot === 'mail-code')) {
    const name = `${kind}, ${language}`
    const { watch } = textsIn(language).mails
    const clips = mail.parts.filter(part => part.is === 'link' && part.label === watch)
    if (kind !== 'receipt' && kind !== 'code') {
      t.strictSame(clips, [], `${name}: no clip`)
      continue
    }
    const url = `${PUBLIC}/watch/mail-${kind}${language === 'en' ? '' : `?lang=${language}`}`
    t.strictSame(clips, [{ is: 'link', label: watch, url, isQuiet: true }], name)
    t.match(plainTextBody(mail), `${watch}:\n${url}`, `${name}: as text too`)
    t.equal(slot, `mail-${kind}`)
  }
})

t.test('without clips no mail leads to one; with all clips each mail to a student or teacher does', async t => {
  for (const { kind, mail } of mailsWith(() => false)) t.notMatch(plainTextBody(mail), '/watch/', kind)
  for (const { kind, slot, mail } of mailsWith(() => true)) {
    const found = plainTextBody(mail).match(/\/watch\/([\w-]+)/)?.[1] ?? null
    t.equal(found, slot, kind)
    t.equal(slot === null, STAFF_MAIL.includes(kind), `${kind}: mail to staff has none`)
    if (slot) t.ok(isHelpSlot(slot), `${slot} is a slot`)
  }
})
