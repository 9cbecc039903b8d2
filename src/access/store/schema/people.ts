import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, nameWords, reference } from '#src/core/db/columns.ts'
import { languages } from '#src/core/rules/language.ts'
import { consumers, platforms } from '#src/schools/store/schema.ts'

/**
 * A person as one LMS knows them. A user id is unique within one consumer (1.1) or platform (1.3); name and email may
 * be absent. A person who signed up here has neither consumer nor platform.
 */
export const people = pgTable(
  'people',
  {
    id: id(),
    consumerId: reference().references(() => consumers.id),
    platformId: reference().references(() => platforms.id),
    ltiUserId: text(),
    /** Lower case and trimmed. An email claimed by an LMS never merges people. */
    email: text(),
    emailVerifiedAt: instant(),
    name: text(),
    givenName: text(),
    familyName: text(),
    /** The language that they chose on a page. */
    language: text({ enum: languages }),
    /** The language of their last launch that named one of ours, or of the page where they signed up. */
    launchLanguage: text({ enum: languages }),
    /** Rows that staff merged as one person share a number, set at `onePersonSince`. */
    onePerson: reference(),
    onePersonSince: instant(),
    /** Their number before a move of connections merged them, 0 for none, to part them again. */
    onePersonBefore: reference(),
    /** Set on a pseudonym, which stands in for a person whose data was erased (docs/privacy.md). */
    erasedAt: instant(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    unique('people_lti_user_key').on(t.consumerId, t.ltiUserId),
    unique('people_platform_user_key').on(t.platformId, t.ltiUserId),
    index('people_email').on(t.email),
    /** For the list of people, by the beginning of an address. */
    index('people_email_prefix').on(t.email.op('text_pattern_ops')),
    index('people_name').on(t.name),
    /** Index for the staff search by name prefix. */
    index('people_names').using('gin', nameWords(t.name, t.givenName, t.familyName)),
    index('people_one_person').on(t.onePerson),
    check('people_one_person_since', sql`(${t.onePerson} is null) = (${t.onePersonSince} is null)`),
    check('people_of_one_lms', sql`num_nonnulls(${t.consumerId}, ${t.platformId}) <= 1`),
    /** One row per signed-up email, whatever courses they join. */
    uniqueIndex('people_signed_up_key').on(t.email).where(sql`${t.consumerId} is null and ${t.platformId} is null`),
  ],
)

/** SQL for the words of the names of a person `p`, as in the index `people_names`. */
export const PERSON_WORDS =
  "name_words(coalesce(p.name, '') || ' ' || coalesce(p.given_name, '') || ' ' || coalesce(p.family_name, ''))"

/** SQL that says whether only an LMS claims the address of a person `p` in a school `s`. */
export const IS_EMAIL_CLAIMED = `(p.email_verified_at is null and num_nonnulls(p.consumer_id, p.platform_id) > 0
  and split_part(p.email, '@', 2) is distinct from lower(s.email_domain))`

/** SQL for the name of a person `p`; null when the LMS sent none. */
export const PERSON_NAME = "coalesce(p.name, nullif(concat_ws(' ', p.given_name, p.family_name), ''))"
