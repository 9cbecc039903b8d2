import { captchaUses, signUps, verifiedBrowsers } from '#src/accounts/store/schema/sign-ups.ts'
import { audit } from '#src/core/audit/store/schema.ts'
import { claims, providerCalls } from '#src/core/claims/store/schema.ts'
import { REMEMBERED_DAYS } from '#src/core/limits/limits.ts'
import { limits } from '#src/core/limits/store/schema.ts'
import {
  helpReplies,
  helpRequests,
  helpTemplates,
  messages,
  notices,
  supportFlags,
} from '#src/messages/store/schema.ts'
import { demoMarks } from '#src/practice/store/schema.ts'
import { entriesOf, entry, ofOtherSchools, rowsOf } from './entry.ts'

const ofHelp = entriesOf({ kept: 'help', seenBy: 'staff' })
const ofNobody = entriesOf({ kept: 'until they expire', seenBy: 'nobody' })

const HELP_ROWS = `email = ${rowsOf.emails} or facts->>'email' = ${rowsOf.emails}
  or facts->>'enroll_token' = ${rowsOf.tokens} or facts->>'lti_token' = ${rowsOf.tokens}`

const REPLY_ROWS = `request_id in (select id from help_requests where ${HELP_ROWS})`

/** Keys of the messages about a row or a payment (docs/rules/operations.md). An array, so that the index is used. */
const MESSAGE_KEYS = `key = any(array(
  select kind || ':' || id from person, unnest(entitlements) id, unnest(array['welcome', 'ready']) kind
  union all select kind || ':' || x.stripe_session_id from checkouts x, unnest(array['receipt', 'failed']) kind
    where x.id = ${rowsOf.checkouts}
  union all select 'help:' || id from help_requests where ${HELP_ROWS}
  union all select 'help-reply:' || id from help_replies where ${REPLY_ROWS}))`

/** Kinds of mail that only people in courses get. Sign-ups and requests for help may come from anybody. */
const KINDS_TO_PEOPLE = "'welcome', 'ready', 'access-ends', 'course-ready'"

export const wordEntries = [
  entry(messages, {
    purpose: 'Mail to a person, and whether it was sent',
    kept: 'messages',
    seenBy: 'its recipient; staff see kind, address and date',
    erase: 'delete',
    rows: `recipient = ${rowsOf.emails} or (recipient = ${rowsOf.claimed} and kind in (${KINDS_TO_PEOPLE})) or ${MESSAGE_KEYS}`,
    ofOthers: `data->>'school' not in (select name from schools where id = any($2))`,
    personal: ['recipient'],
    text: ['key', 'data'],
    record: ['kind'],
  }),
  ofHelp(helpRequests, {
    purpose: 'Requests for help',
    erase: 'delete',
    rows: HELP_ROWS,
    ofOthers: `coalesce(facts->>'enroll_token', facts->>'lti_token') in (${ofOtherSchools.tokens})`,
    personal: ['email'],
    text: ['text', 'facts'],
    plain: ['kind'],
  }),
  ofHelp(helpReplies, {
    purpose: 'Replies to requests for help',
    seenBy: 'the person, staff',
    erase: 'delete',
    rows: REPLY_ROWS,
    text: ['text'],
  }),
  entry(helpTemplates, {
    purpose: 'Templates of replies that staff changed',
    kept: 'as long as the product is used',
    seenBy: 'staff',
    plain: ['name', 'language', 'text'],
  }),
  ofHelp(supportFlags, { purpose: 'Counts of payment pages that were opened without a token', plain: ['day', 'page'] }),
  entry(notices, {
    purpose: 'Notices on every page',
    kept: 'as long as the product is used',
    seenBy: 'everybody',
    erase: 'cut',
    text: ['text', 'textEs'],
  }),
  ofNobody(signUps, {
    purpose: 'A sign-up that waits for its code; the password is encrypted',
    kept: 'until they expire, after 15 minutes',
    erase: 'delete',
    rows: `email = ${rowsOf.emails}`,
    personal: ['email', 'name', 'givenName', 'familyName', 'network'],
    secret: ['sealedPassword', 'codeHash'],
  }),
  ofNobody(verifiedBrowsers, {
    purpose: 'A browser that verified an address',
    erase: 'delete',
    rows: `person_id = ${rowsOf.people}`,
    secret: ['tokenHash'],
  }),
  ofNobody(captchaUses, { purpose: 'Checks against automated sign-ups, each used once', plain: ['key'] }),
  ofNobody(limits, {
    purpose: 'Counts of what a network repeated, and which network proved an address; both only as keyed hashes',
    kept: `until they expire: an hour at most, and ${REMEMBERED_DAYS} days for a network that proved an address`,
    secret: ['key'],
  }),
  ofNobody(claims, {
    purpose: 'Work on an outside service that one process does at a time',
    kept: 'until the work ends',
    plain: ['name', 'holder'],
  }),
  ofNobody(providerCalls, {
    purpose: 'Checkouts and refunds that the card provider was asked for, until their answer is recorded',
    kept: 'until the answer is recorded, a week at most',
    plain: ['purpose', 'asked', 'key'],
  }),
  ofNobody(demoMarks, { purpose: 'Marks a database that demo mode made', kept: 'as long as the product is used' }),
  entry(audit, {
    purpose: 'History: who changed or viewed what, and when',
    kept: 'audit',
    seenBy: 'staff',
    erase: 'clear',
    rows: `(subject_kind = 'person' and (subject_id = ${rowsOf.people} or subject_key = ${rowsOf.emails}))
      or (subject_kind = 'entitlement' and subject_id = ${rowsOf.entitlements})`,
    ofOthers: `case subject_kind when 'school' then subject_id <> all($2)
      when 'course' then subject_id in (${ofOtherSchools.courses})
      when 'entitlement' then subject_id in (${ofOtherSchools.entitlements})
      when 'consumer' then subject_id in (${ofOtherSchools.consumers})
      when 'deployment' then subject_id in (${ofOtherSchools.deployments}) end`,
    link: ['subjectId'],
    text: ['subjectKey', 'before', 'after', 'reason'],
    record: ['actor', 'action', 'subjectKind'],
  }),
]
