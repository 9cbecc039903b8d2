-- The whole schema, from top to bottom: first what others refer to. Later changes are files of their own, and only go
-- forward (migrations/README.md). Names, types and checks are those of the schema files in src/*/store/.
--
-- Every time is an instant. Amounts are in the minor unit of their currency. Text with a check holds one of the values listed.


-- The words of a name, in lower case and without accents, for the searches of the back office.
CREATE FUNCTION name_words(text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT to_tsvector('simple', regexp_replace(
    regexp_replace(normalize($1, NFKD), '[\u0300-\u036f''\u2018\u2019]+', '', 'g'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f]+', ' ', 'g'))
$$;

-- ---- Core: the audit, limits, and claims on work -----------------------------------------------------------------

-- Audit log, written in the same transaction as the change. `actor` is 'student', 'staff:7' or 'system'.
create table audit (
  id bigint primary key generated always as identity,
  at timestamptz not null default now(),
  actor text not null,
  action text not null,
  subject_kind text not null,
  -- The changed row; null when the subject is not a row of ours, such as a domain at the video host.
  subject_id bigint,
  subject_key text,
  before jsonb,
  after jsonb,
  reason text
);
create index audit_subject on audit (subject_kind, subject_id, at);
create index audit_subject_key on audit (subject_kind, subject_key, at);
create index audit_at on audit (at);
create index audit_actor on audit (actor, id);
create index audit_changes on audit (actor, id) where action <> 'view';
create index audit_kind on audit (subject_kind, id);
create index audit_kind_changes on audit (subject_kind, id) where action <> 'view';

-- Work that one process does at a time. Example name: `video account asl1`. A dead process leaves its row until
-- `until`.
create table claims (
  name text primary key,
  holder text not null,
  until timestamptz not null
);

-- Calls to a provider whose answer is not recorded yet, and failed ones (docs/adr/0038-renew-call-keys.md).
create table provider_calls (
  -- What is asked for once at a time, like `refund pi_1`.
  purpose text primary key,
  -- The request's details. Requests that differ in them never share a key.
  asked text not null,
  -- The idempotency key.
  key text not null,
  began_at timestamptz not null,
  -- When the key was last sent.
  used_at timestamptz not null,
  -- When the provider answered with an error, which it repeats to every request with this key.
  failed_at timestamptz
);

-- Rate limit counters in their current window. Example key: `wrong-code:token:<hash>`.
create table limits (
  key text primary key,
  count integer not null,
  resets_at timestamptz not null
);
create index limits_resets_at on limits (resets_at);

-- ---- Schools and their connections -------------------------------------------------------------------------------

-- A school, as staff mean it: its name and every setting. Its connections are the consumers (LTI 1.1) and
-- deployments (LTI 1.3) through which its courses are launched; it may have several of both.
create table schools (
  id bigint primary key generated always as identity,
  name text not null,
  -- Students sign up with an address of this domain only.
  email_domain text,
  accepts_payment boolean not null default true,
  accepts_access_code boolean not null default true,
  is_k12 boolean not null default false,
  passes_grades boolean not null default true,
  -- Access lasts at least one year (docs/rules/access.md).
  yearly_access boolean not null default false,
  -- Placed unit links ask the LMS for a grade column each (LTI 1.3).
  adds_unit_columns boolean not null default false,
  -- Staff's own words: whom to write to, and what to know.
  contact text not null default '',
  note text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint schools_accept_something check (accepts_payment or accepts_access_code)
);
create unique index schools_name_key on schools (lower(name));
create index schools_names on schools using gin (name_words(coalesce(name, '')));

-- A school's connection by LTI 1.1. Its secrets are encrypted; only the queries in credentials.ts read them.
create table consumers (
  id bigint primary key generated always as identity,
  school_id bigint not null constraint consumers_school_id_schools_id_fk references schools,
  key text not null,
  sealed_secret text not null,
  sealed_previous_secret text,
  -- Its courses are on the publisher's own Canvas.
  is_hosted boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint consumers_key unique (key),
  -- A course refers to both, so that its school is always the one of its connection.
  constraint consumers_school_of unique (id, school_id)
);
create index consumers_school on consumers (school_id);

-- One row per used nonce. The primary key makes a replay fail (RFC 5849 §3.3). There is no foreign key, because it
-- would make every launch lock its consumer's row. Rows are kept for minutes.
create table nonces (
  consumer_id bigint not null,
  nonce text not null,
  expires_at timestamptz not null,
  constraint nonces_consumer_id_nonce_pk primary key (consumer_id, nonce)
);
create index nonces_expires_at on nonces (expires_at);

-- An LMS registered for LTI 1.3, identified by issuer and client_id. One issuer may have many.
create table platforms (
  id bigint primary key generated always as identity,
  issuer text not null,
  client_id text not null,
  domain text not null,
  preset text not null,
  authorization_redirect text not null,
  public_keys_url text not null,
  grant_url text not null,
  -- Audience of token requests when it is not the token endpoint itself (D2L).
  audience text,
  -- False while a self-registered platform waits for staff to activate it.
  is_active boolean not null default true,
  -- Opens a launch by a click when the browser returns no cookie and the platform stores nothing.
  opens_without_cookies boolean not null default true,
  -- Approves the first deployment that launches, then turns off (docs/rules/schools.md).
  approves_first boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint platforms_key unique (issuer, client_id),
  constraint platforms_preset check (preset in ('d2l', 'canvas', 'moodle', 'blackboard', 'custom'))
);
create index platforms_names on platforms using gin (name_words(coalesce(domain, '')));

-- One installation of the tool on a platform: a school's connection by LTI 1.3. It belongs to a school once staff
-- approved it, or once it was approved as the first of its platform.
create table deployments (
  id bigint primary key generated always as identity,
  platform_id bigint not null constraint deployments_platform_id_platforms_id_fk references platforms on delete cascade,
  deployment_id text not null,
  -- Null while it waits for approval, and for one that was refused.
  school_id bigint constraint deployments_school_id_schools_id_fk references schools,
  status text not null default 'waiting',
  -- What the LMS calls itself, and the course of the last launch that had to wait, so that staff can tell the
  -- school.
  seen_name text,
  seen_title text,
  seen_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint deployments_key unique (platform_id, deployment_id),
  -- A course refers to both, so that its school is always the one of its connection.
  constraint deployments_school_of unique (id, school_id),
  constraint deployments_status check (status in ('approved', 'waiting', 'refused')),
  constraint deployments_approved_has_school check (status <> 'approved' or school_id is not null)
);
create index deployments_school on deployments (school_id);
create index deployments_status on deployments (status);
create index deployments_names on deployments using gin (name_words(coalesce(seen_name, '')));

-- Invitation for LTI Dynamic Registration: a single-use link, valid one week.
create table registration_invites (
  id bigint primary key generated always as identity,
  token_hash text not null,
  -- Recipient, as noted by staff.
  note text not null,
  created_by bigint,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  platform_id bigint constraint registration_invites_platform_id_platforms_id_fk references platforms on delete set null,
  constraint registration_invites_token unique (token_hash)
);
create index registration_invites_expires_at on registration_invites (expires_at);

-- A link to the seat page of a school, for its coordinator. The address is the id with a signature.
create table seat_links (
  id bigint primary key generated always as identity,
  school_id bigint not null constraint seat_links_school_id_schools_id_fk references schools on delete cascade,
  -- Staff user.
  created_by bigint not null,
  created_at timestamptz not null default now(),
  withdrawn_at timestamptz
);
create index seat_links_school on seat_links (school_id);

-- Our LTI 1.3 signing keys, all published at /lti/keys. `current` signs, `next` is published in advance, `retired`
-- is kept until it expires.
create table tool_keys (
  kid text primary key,
  public_jwk jsonb not null,
  -- Encrypted (crypto.ts).
  sealed_private_key text not null,
  state text not null,
  created_at timestamptz not null default now(),
  -- When it entered its state.
  state_at timestamptz not null,
  constraint tool_keys_state check (state in ('next', 'current', 'retired'))
);
create unique index tool_keys_one_each on tool_keys (state) WHERE state in ('current', 'next');

-- ---- Staff -------------------------------------------------------------------------------------------------------

-- Staff users. `email` is lower case, `phone` is E.164.
create table staff_users (
  id bigint primary key generated always as identity,
  email text not null,
  phone text,
  first_name text not null default '',
  last_name text not null default '',
  image_url text,
  role text not null default 'manager',
  -- The role covers only the schools in `staff_schools`: none, if there are none.
  is_limited boolean not null default false,
  created_at timestamptz not null default now(),
  constraint staff_users_email unique (email),
  constraint staff_users_phone unique (phone),
  constraint staff_users_email_lower check (email = lower(email)),
  constraint staff_users_role check (role in ('viewer', 'support', 'manager', 'signer', 'reviewer'))
);

-- One sign-in: a browser cookie and the API tokens issued with it. Deleting it ends all of them.
create table staff_sessions (
  id bigint primary key generated always as identity,
  staff_id bigint not null constraint staff_sessions_staff_id_staff_users_id_fk references staff_users on delete cascade,
  cookie_hash text not null,
  -- Name of the browser or program, for the list of sessions.
  device text not null default '',
  created_at timestamptz not null default now(),
  -- When the staff user last proved who they are: at sign-in or since.
  confirmed_at timestamptz not null default now(),
  -- Last activity, updated at most once a minute.
  seen_at timestamptz not null,
  ends_at timestamptz not null,
  constraint staff_sessions_cookie unique (cookie_hash)
);
create index staff_sessions_staff on staff_sessions (staff_id);
create index staff_sessions_ends_at on staff_sessions (ends_at);

-- Refresh tokens, including spent ones: reuse of a spent token suggests it was stolen.
create table refresh_tokens (
  token_hash text primary key,
  session_id bigint not null constraint refresh_tokens_session_id_staff_sessions_id_fk references staff_sessions on delete cascade,
  created_at timestamptz not null default now(),
  spent_at timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);

-- Current codes of each staff user, one for each network or session that asked: only it can use the code, and a
-- new code replaces only its own. `askedFrom` is `network:…` for a sign-in, `session:…` to confirm a session.
create table sign_in_codes (
  staff_id bigint not null constraint sign_in_codes_staff_id_staff_users_id_fk references staff_users on delete cascade,
  asked_from text not null,
  code_hash text not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  constraint sign_in_codes_staff_id_asked_from_pk primary key (staff_id, asked_from)
);
create index sign_in_codes_expires_at on sign_in_codes (expires_at);

-- Encrypted content that a page shows once, after a redirect: feedback, or a new secret. Kept for a minute.
create table staff_flashes (
  session_id bigint not null constraint staff_flashes_session_id_staff_sessions_id_fk references staff_sessions on delete cascade,
  -- SHA-256 of the page's address.
  address_hash text not null,
  body text not null,
  expires_at timestamptz not null,
  constraint staff_flashes_session_id_address_hash_pk primary key (session_id, address_hash)
);

-- Devices that a staff user has signed in from, by a keyed hash.
create table known_devices (
  staff_id bigint not null constraint known_devices_staff_id_staff_users_id_fk references staff_users on delete cascade,
  device_hash text not null,
  seen_at timestamptz not null,
  constraint known_devices_staff_id_device_hash_pk primary key (staff_id, device_hash)
);
create index known_devices_seen_at on known_devices (seen_at);

-- Challenges under way, by hash. `purpose` names the use, and the user or session it is for.
create table passkey_challenges (
  challenge_hash text primary key,
  purpose text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_expires_at on passkey_challenges (expires_at);

-- Codes for a staff user who has lost every other way in. Each works once. A new set replaces the old one.
create table recovery_codes (
  id bigint primary key generated always as identity,
  staff_id bigint not null constraint recovery_codes_staff_id_staff_users_id_fk references staff_users on delete cascade,
  code_hash text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  constraint recovery_codes_code unique (staff_id, code_hash)
);

-- Passkeys of staff users (WebAuthn Level 3). The id and the public key are base64url.
create table staff_passkeys (
  id bigint primary key generated always as identity,
  staff_id bigint not null constraint staff_passkeys_staff_id_staff_users_id_fk references staff_users on delete cascade,
  credential_id text not null,
  public_key text not null,
  -- Signature counter. Zero if the authenticator keeps none.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint staff_passkeys_credential unique (credential_id)
);
create index staff_passkeys_staff on staff_passkeys (staff_id);

-- Schools of the staff users whose role is limited to some.
create table staff_schools (
  staff_id bigint not null constraint staff_schools_staff_id_staff_users_id_fk references staff_users on delete cascade,
  school_id bigint not null constraint staff_schools_school_id_schools_id_fk references schools on delete cascade,
  constraint staff_schools_staff_id_school_id_pk primary key (staff_id, school_id)
);
create index staff_schools_school on staff_schools (school_id);

-- ---- Courses and products ----------------------------------------------------------------------------------------

-- Products. `units_for_teacher` holds unit numbers from 1 to 19. The product named zfree is the free one.
create table products (
  id bigint primary key generated always as identity,
  product_code text not null,
  name text not null,
  stripe_price_id text not null,
  units_for_teacher integer[] not null default '{}',
  is_free boolean generated always as (lower(name) = 'zfree') stored not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint products_code unique (product_code),
  constraint products_units check (units_for_teacher <@ array[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19])
);

-- A course of a school, as its LMS launches it: an LTI 1.1 course of a consumer, or an LTI 1.3 context of a
-- deployment. `context_id` is unique only within one connection.
create table courses (
  id bigint primary key generated always as identity,
  school_id bigint not null constraint courses_school_id_schools_id_fk references schools,
  -- The connection through which it is launched: exactly one of the two is set. It moves to another school with
  -- it.
  consumer_id bigint,
  deployment_id bigint,
  context_id text not null,
  title text,
  label text,
  canvas_course_id text,
  canvas_domain text,
  workflow_state text not null default 'available',
  -- Origins of the LMS pages that framed us, newest first, from a signed parameter. Used for frame-ancestors.
  lms_origins text[] not null default '{}',
  -- Origins of the LMS pages that sent teachers' launches without a signed address, or that the platform is known
  -- by, newest first. Only for frame-ancestors while `lmsOrigins` is empty.
  seen_origins text[] not null default '{}',
  -- Address of the course in the LMS, from the last launch that had one (docs/rules/launches.md).
  lms_course_url text,
  term_starts_at timestamptz,
  term_ends_at timestamptz,
  -- End of access, set by staff. It has priority over the LMS's date.
  access_until timestamptz,
  -- End of the sign-up window. Does not end access.
  expires_at timestamptz,
  allows_wts boolean not null default false,
  join_token text not null,
  -- Names and Role Provisioning Services URL of the last launch that offered it (LTI 1.3).
  roster_url text,
  -- When staff were notified that this course has no products yet.
  waiting_told_at timestamptz,
  -- The course had a product once. Set by a job soon after, so that a search for courses that wait skips it.
  was_activated boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint courses_join_token unique (join_token),
  constraint courses_context_key unique (consumer_id, context_id),
  constraint courses_deployment_context_key unique (deployment_id, context_id),
  constraint courses_of_one_connection check (num_nonnulls(consumer_id, deployment_id) = 1),
  constraint courses_consumer_school foreign key (consumer_id, school_id) references consumers (id, school_id) on update cascade,
  constraint courses_deployment_school foreign key (deployment_id, school_id) references deployments (id, school_id) on update cascade
);
create index courses_context_id on courses (context_id);
create index courses_canvas_course on courses (canvas_course_id) where canvas_course_id is not null;
-- For the staff search by words.
create index courses_names on courses using gin (name_words(coalesce(title, '') || ' ' || coalesce(label, '')));
-- For the list of courses: its orders, and a search by the beginning of a context id.
create index courses_created on courses (created_at, id);
create index courses_by_name on courses (lower(coalesce(title, label, context_id)), id);
create index courses_context_prefix on courses (lower(context_id) text_pattern_ops);
create index courses_title on courses (lower(title), id);
create index courses_label on courses (lower(label), id);
create index courses_never_activated on courses (id) where not was_activated;
create index courses_ending on courses (coalesce(access_until, term_ends_at));
create index courses_school on courses (school_id, id);

-- Current products of a course.
create table course_products (
  course_id bigint not null constraint course_products_course_id_courses_id_fk references courses on delete cascade,
  product_id bigint not null constraint course_products_product_id_products_id_fk references products,
  constraint course_products_course_id_product_id_pk primary key (course_id, product_id)
);

-- A person as one LMS knows them. A user id is unique within one consumer (1.1) or platform (1.3); name and email
-- may be absent. A person who signed up here has neither consumer nor platform.
create table people (
  id bigint primary key generated always as identity,
  consumer_id bigint constraint people_consumer_id_consumers_id_fk references consumers,
  platform_id bigint constraint people_platform_id_platforms_id_fk references platforms,
  lti_user_id text,
  -- Lower case and trimmed. An email claimed by an LMS never merges people.
  email text,
  email_verified_at timestamptz,
  name text,
  given_name text,
  family_name text,
  -- The language that they chose on a page.
  language text,
  -- The language of their last launch that named one of ours, or of the page where they signed up.
  launch_language text,
  -- Rows that staff merged as one person share a number, set at `onePersonSince`.
  one_person bigint,
  one_person_since timestamptz,
  -- Set on a pseudonym, which stands in for a person whose data was erased (docs/privacy.md).
  erased_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint people_lti_user_key unique (consumer_id, lti_user_id),
  constraint people_platform_user_key unique (platform_id, lti_user_id),
  constraint people_one_person_since check ((one_person is null) = (one_person_since is null)),
  constraint people_of_one_lms check (num_nonnulls(consumer_id, platform_id) <= 1)
);
create index people_email on people (email);
-- For the list of people, by the beginning of an address.
create index people_email_prefix on people (email text_pattern_ops);
create index people_name on people (name);
-- Index for the staff search by name prefix.
create index people_names on people using gin (name_words(coalesce(name, '') || ' ' || coalesce(given_name, '') || ' ' || coalesce(family_name, '')));
create index people_one_person on people (one_person);
-- One row per signed-up email, whatever courses they join.
create unique index people_signed_up_key on people (email) where consumer_id is null and platform_id is null;

-- People who launched a course as a teacher. The pay page shows their names.
create table course_teachers (
  course_id bigint not null constraint course_teachers_course_id_courses_id_fk references courses on delete cascade,
  person_id bigint not null constraint course_teachers_person_id_people_id_fk references people on delete cascade,
  constraint course_teachers_course_id_person_id_pk primary key (course_id, person_id)
);
-- For the staff search by teacher name.
create index course_teachers_person on course_teachers (person_id);

-- One row per change of a course's products: several on 1.1, one on 1.3.
create table activations (
  id bigint primary key generated always as identity,
  course_id bigint not null constraint activations_course_id_courses_id_fk references courses on delete cascade,
  staff_id bigint constraint activations_staff_id_staff_users_id_fk references staff_users on delete set null,
  product_ids bigint[] not null,
  activated_at timestamptz not null default now()
);
create index activations_course on activations (course_id, activated_at);

-- Products that a school's new courses get at their first launch.
create table default_products (
  school_id bigint not null constraint default_products_school_id_schools_id_fk references schools on delete cascade,
  product_id bigint not null constraint default_products_product_id_products_id_fk references products,
  constraint default_products_school_id_product_id_pk primary key (school_id, product_id)
);

-- ---- Access: people, entitlements, codes, and card payments ------------------------------------------------------

-- One person in one course. On the wire an `enrollment` (by LTI 1.1 or sign-up) is an lti_enrollment, and a
-- `membership` (by LTI 1.3) a membership. The person has access while `processed_at` is set
-- (docs/rules/access.md).
create table entitlements (
  id bigint primary key generated always as identity,
  kind text not null,
  course_id bigint not null constraint entitlements_course_id_courses_id_fk references courses,
  person_id bigint not null constraint entitlements_person_id_people_id_fk references people,
  token text not null,
  -- Our payment reference, generated with the row.
  session_id uuid not null,
  created_via text not null default 'launch',
  -- A role from the launch rules; learner for an enrollment. Staff see its first letter.
  role text not null default 'learner',
  agreed_at timestamptz,
  agreed_terms text,
  processed_at timestamptz,
  processed_by bigint,
  source text,
  -- The last launch had the TestUser role: nobody's own account, like Canvas's Student View.
  is_test boolean not null default false,
  -- When staff or a refund last removed access. Only a new code, payment or staff action restores it.
  unprocessed_at timestamptz,
  -- When access ends, or ended.
  access_ends_at timestamptz,
  -- When the last period ended that used up its codes and payments (docs/rules/access.md).
  last_period_ended_at timestamptz,
  -- Origin of the LMS page that sent the last launch, by headers that nothing signs: only for the person's own
  -- pages.
  seen_origin text,
  stripe_event_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint entitlements_token unique (token),
  constraint entitlements_session unique (session_id),
  constraint entitlements_stripe_event unique (stripe_event_id),
  constraint entitlements_person_key unique (course_id, person_id),
  -- A checkout refers to both, so that its course is always the one of its entitlement.
  constraint entitlements_course_of unique (id, course_id),
  constraint entitlements_kind check (kind in ('enrollment', 'membership')),
  constraint entitlements_created_via check (created_via in ('launch', 'sign_up')),
  constraint entitlements_role check (role in ('learner', 'instructor', 'assistant', 'administrator', 'developer', 'observer')),
  constraint entitlements_source check (source in ('code', 'card', 'staff', 'free', 'test', 'migrated')),
  constraint entitlements_processed_has_source check ((processed_at is null) = (source is null))
);
create index entitlements_person on entitlements (person_id);
-- For the list of people, newest first.
create index entitlements_created on entitlements (created_at, id);
create index entitlements_in on entitlements (created_at, id) where processed_at is not null;
create index entitlements_unprocessed on entitlements (created_at, id) where unprocessed_at is not null and processed_at is null;
-- One test person with access per course (docs/rules/access.md).
create unique index entitlements_one_test on entitlements (course_id) where source = 'test';

create table card_disputes (
  dispute_id text primary key,
  payment_intent text not null,
  state text not null,
  -- Time from the provider. The later of two outcomes wins.
  at timestamptz not null,
  constraint card_disputes_state check (state in ('open', 'won', 'lost'))
);
create index card_disputes_payment on card_disputes (payment_intent);

-- Latest state of a charge. Events arrive in any order, so a row may exist before its checkout is known to be
-- paid.
create table card_payments (
  payment_intent text primary key,
  charged integer,
  refunded integer not null default 0
);
create index card_payments_refunded on card_payments (payment_intent) where refunded > 0;

create table card_refunds (
  refund_id text primary key,
  payment_intent text not null,
  amount integer not null,
  -- Once failed, a refund stays failed, whatever arrives later.
  failed boolean not null,
  -- The refunded products; empty when the refund was not made here.
  product_ids bigint[] not null default '{}',
  -- Actor such as 'staff:7' when staff made the refund here.
  made_by text,
  at timestamptz not null
);
create index card_refunds_payment on card_refunds (payment_intent);

-- A card checkout as we requested it, and its outcome (docs/rules/payments.md). Amounts are in minor units.
create table checkouts (
  id bigint primary key generated always as identity,
  stripe_session_id text not null,
  entitlement_id bigint not null,
  -- The entitlement's course, for the list of payments.
  course_id bigint not null,
  -- Expected amount before tax. A payment of any other amount is flagged.
  amount integer not null,
  currency text not null,
  livemode boolean not null,
  status text not null default 'open',
  -- Receipt address from the checkout. Kept apart from the email the LMS sent.
  receipt_email text,
  payment_intent text,
  -- Amount paid, including tax.
  total integer,
  -- Irregularities found when it was paid; see `Finding` in the payment rules.
  findings text[] not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  completed_at timestamptz,
  -- When we last asked the provider without an event (docs/rules/payments.md).
  checked_at timestamptz,
  -- When the provider last said that it is not paid. Older than `checkedAt`: the provider did not answer.
  unpaid_at timestamptz,
  constraint checkouts_stripe_session unique (stripe_session_id),
  constraint checkouts_payment_intent unique (payment_intent),
  constraint checkouts_status check (status in ('open', 'expired', 'pending', 'failed', 'paid', 'flagged')),
  constraint checkouts_entitlement_course foreign key (entitlement_id, course_id) references entitlements (id, course_id) on update cascade
);
create index checkouts_entitlement on checkouts (entitlement_id);
-- The list of payments filters by school, term and product: it needs no other column of these rows.
create index checkouts_course on checkouts (course_id, id);
-- A receipt shows the last 10 characters.
create index checkouts_session_end on checkouts (right(stripe_session_id, 10));
-- The search of the back office finds payments by amount and date.
create index checkouts_paid_amount on checkouts (coalesce(total, amount), completed_at) where completed_at is not null;
create index checkouts_paid_at on checkouts (completed_at) where completed_at is not null;
-- The list of the back office shows the few that are refunded, flagged or not paid.
create index checkouts_not_paid on checkouts (status, id) where status <> 'paid';
create index checkouts_unfinished on checkouts (expires_at) WHERE status in ('open', 'pending');

-- One product of a checkout. `covers` is recalculated after every payment event.
create table checkout_lines (
  checkout_id bigint not null constraint checkout_lines_checkout_id_checkouts_id_fk references checkouts on delete cascade,
  product_id bigint not null constraint checkout_lines_product_id_products_id_fk references products,
  price_id text not null,
  -- Amount paid for it, including tax.
  amount integer,
  covers boolean not null default false,
  -- When staff voided it by removing the person from the course.
  voided_at timestamptz,
  constraint checkout_lines_checkout_id_product_id_pk primary key (checkout_id, product_id)
);

-- A payment problem for staff to review. One row per checkout and kind; it closes automatically when the reason is
-- gone.
create table payment_flags (
  id bigint primary key generated always as identity,
  checkout_id bigint not null constraint payment_flags_checkout_id_checkouts_id_fk references checkouts on delete cascade,
  kind text not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  -- 'system' or an actor such as 'staff:7'. A flag that staff closed stays closed.
  closed_by text,
  note text,
  constraint payment_flags_of_checkout unique (checkout_id, kind),
  constraint payment_flags_kind check (kind in ('wrong_price', 'wrong_amount', 'wrong_mode', 'refund_due', 'products_changed', 'partial_refund', 'refund_failed', 'impossible_refund', 'dispute_open', 'dispute_lost'))
);
create index payment_flags_open on payment_flags (opened_at) where closed_at is null;

-- A batch of codes made together, to be printed and given out.
create table coupon_batches (
  id bigint primary key generated always as identity,
  -- The school that the codes are for; null for none.
  school_id bigint constraint coupon_batches_school_id_schools_id_fk references schools on delete set null,
  product_id bigint not null constraint coupon_batches_product_id_products_id_fk references products,
  staff_id bigint constraint coupon_batches_staff_id_staff_users_id_fk references staff_users on delete set null,
  size integer not null,
  note text not null default '',
  created_at timestamptz not null default now()
);

-- An access code. `code_key` is the lookup key: upper case, without spaces and hyphens
-- (docs/rules/access-codes.md).
create table coupons (
  id bigint primary key generated always as identity,
  coupon_code text not null,
  code_key text not null,
  -- The key with O, I, L, S, B and Z replaced by the digits they resemble.
  look_alike_key text generated always as (translate(code_key, 'OILSBZ', '011582')) stored not null,
  product_id bigint not null constraint coupons_product_id_products_id_fk references products,
  max_usage integer not null default 1,
  used integer not null default 0,
  expires_at timestamptz,
  is_test boolean not null default false,
  -- Set for a test code, which works in this course only.
  only_course_id bigint constraint coupons_only_course_id_courses_id_fk references courses,
  batch_id bigint constraint coupons_batch_id_coupon_batches_id_fk references coupon_batches,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint coupons_code_key unique (code_key),
  constraint coupons_max_usage check (max_usage >= 1),
  constraint coupons_used check (used between 0 and max_usage)
);
create index coupons_look_alike_key on coupons (look_alike_key);
create index coupons_batch on coupons (batch_id);
create index coupons_product on coupons (product_id);
-- For the list of codes: by the beginning of a code, and only used ones.
create index coupons_code_prefix on coupons (code_key text_pattern_ops);
create index coupons_used on coupons (id) where used > 0;
create index coupons_started on coupons (id) where used > 0 and used < max_usage;
-- For unused codes that expire soon.
create index coupons_unused on coupons (product_id, expires_at) where used < max_usage;
create index coupons_expiring on coupons (expires_at) where used < max_usage;

-- One row per accepted code. A voided row still counts in `used`.
create table coupon_uses (
  id bigint primary key generated always as identity,
  coupon_id bigint not null constraint coupon_uses_coupon_id_coupons_id_fk references coupons,
  entitlement_id bigint not null constraint coupon_uses_entitlement_id_entitlements_id_fk references entitlements,
  product_id bigint not null constraint coupon_uses_product_id_products_id_fk references products,
  attached_at timestamptz not null,
  voided_at timestamptz,
  constraint coupon_uses_once unique (entitlement_id, coupon_id)
);
create unique index coupon_uses_one_per_product on coupon_uses (entitlement_id, product_id) where voided_at is null;
create index coupon_uses_coupon on coupon_uses (coupon_id);

-- Access granted by a teacher's launch, for two hours, to a link with both the token and its state.
create table launch_tokens (
  token_hash text primary key,
  state_hash text not null,
  app text not null,
  course_id bigint not null constraint launch_tokens_course_id_courses_id_fk references courses on delete cascade,
  person_id bigint not null constraint launch_tokens_person_id_people_id_fk references people on delete cascade,
  -- Deep linking settings the platform sent.
  deep_link jsonb,
  -- Origin of the LMS page that sent the launch, by headers that nothing signs.
  seen_origin text,
  expires_at timestamptz not null,
  constraint launch_tokens_app check (app in ('teacher', 'wts', 'deep_link'))
);
create index launch_tokens_expires_at on launch_tokens (expires_at);

-- Failed code attempts, so that staff can see why a person has no access. An unknown code is stored as its hash
-- only. A repeated attempt increments `count`, so that repeats stay one row.
create table code_tries (
  id bigint primary key generated always as identity,
  entitlement_id bigint not null constraint code_tries_entitlement_id_entitlements_id_fk references entitlements on delete cascade,
  code_hash text not null,
  -- Null for an unknown code.
  coupon_id bigint constraint code_tries_coupon_id_coupons_id_fk references coupons on delete cascade,
  -- A status of the MAX family, or the reason of a refusal.
  answer text not null,
  count integer not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null,
  constraint code_tries_once unique (entitlement_id, code_hash, answer)
);
create index code_tries_last_at on code_tries (last_at);

-- Cache of the provider's prices, cleared by `price.updated`. `sells` is false for an inactive price.
create table prices (
  stripe_price_id text primary key,
  amount integer not null,
  currency text not null,
  sells boolean not null,
  stripe_product text not null,
  fetched_at timestamptz not null
);

-- One reconciliation of the provider's sessions with our rows.
create table reconciliations (
  id bigint primary key generated always as identity,
  at timestamptz not null,
  -- 'system' for the nightly run, otherwise the staff actor.
  actor text not null,
  compared integer not null,
  -- Sentences for staff: problems that were fixed, and problems that need a person.
  healed text[] not null,
  open text[] not null
);
create index reconciliations_at on reconciliations (at);

-- Processed webhook events. The primary key makes a second delivery fail.
create table stripe_events (
  id text primary key,
  type text not null,
  taken_at timestamptz not null
);
create index stripe_events_taken_at on stripe_events (taken_at);

-- ---- LTI ---------------------------------------------------------------------------------------------------------

-- A column of the LMS that gets a person's score of access: 1 with access, 0 without. One row for each graded link
-- that they opened, and one for the column of the course that we made (docs/rules/launches.md).
create table grade_targets (
  id bigint primary key generated always as identity,
  entitlement_id bigint not null constraint grade_targets_entitlement_id_entitlements_id_fk references entitlements on delete cascade,
  -- The resource link that named the target; empty for our own column.
  resource_link text not null default '',
  -- LTI 1.1: lis_result_sourcedid and lis_outcome_service_url. A launch may send another sourcedid for the same
  -- column.
  sourced_id text,
  outcome_service_url text,
  -- LTI 1.3: the column, unless it is ours, the list of columns, and the scopes that the launch granted.
  line_item_url text,
  line_items_url text,
  scopes text[] not null default '{}',
  -- The address that the LMS took the last score at. Another one gets the score again.
  sent_to text,
  score integer,
  sent_at timestamptz,
  -- A score that was sent and not answered.
  asking integer,
  claimed_until timestamptz,
  -- The reason that the LMS rejected it for good.
  problem text,
  -- Time of the first failed attempt since the last success.
  failing_since timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint grade_targets_once unique (entitlement_id, resource_link),
  constraint grade_targets_address check ((sourced_id is not null and outcome_service_url is not null) or coalesce(line_item_url, line_items_url) is not null)
);
create index grade_targets_problem on grade_targets (entitlement_id) where problem is not null;

-- Columns that we made in a course of an LMS, by the id that it returned.
create table own_columns (
  line_items_url text primary key,
  line_item_url text not null,
  created_at timestamptz not null default now()
);

-- Log of every launch, accepted or refused, for support. Holds technical facts only, no personal data. Kept 30
-- days.
create table launch_diary (
  id bigint primary key generated always as identity,
  at timestamptz not null default now(),
  -- Error id from the error page, which the person quotes to support.
  reference text not null,
  version text not null,
  -- The page that was opened, or the reason of a refusal. Old rows may have reasons that no longer exist.
  outcome text not null,
  consumer_key text,
  -- LTI 1.3 only: how the browser showed that it began the login. `click`: without cookie and platform storage, by
  -- the button Continue.
  binding text,
  -- LTI 1.3 only.
  issuer text,
  client_id text,
  deployment_id text,
  school text,
  context_id text,
  skew_seconds integer,
  parameters text[] not null,
  detail text,
  -- Signature base string of a refused 1.1 launch, with personal values masked. Never kept for K-12 schools.
  base_string text,
  constraint launch_diary_reference unique (reference),
  constraint launch_diary_version check (version in ('1.1', '1.3')),
  constraint launch_diary_binding check (binding in ('cookie', 'storage', 'click'))
);
create index launch_diary_at on launch_diary (at);
create index launch_diary_refused on launch_diary (id) WHERE launch_diary.outcome not in ('pay', 'teacher', 'wts', 'deep_link', 'observer', 'checked', 'asked');
create index launch_diary_refused_for on launch_diary (outcome, id) WHERE launch_diary.outcome not in ('pay', 'teacher', 'wts', 'deep_link', 'observer', 'checked', 'asked');
create index launch_diary_consumer on launch_diary (consumer_key, id);
create index launch_diary_deployment on launch_diary (client_id, deployment_id, id) where client_id is not null;

-- One OpenID Connect login, from the LMS's first request to its launch. Valid ten minutes and consumed once.
-- Values the browser holds are stored as hashes only.
create table lti_logins (
  state_hash text primary key,
  nonce_hash text not null,
  -- Binds the launch to the browser that began it: a cookie, or platform storage.
  binding_hash text not null,
  platform_id bigint not null constraint lti_logins_platform_id_platforms_id_fk references platforms on delete cascade,
  -- Frame that stores the binding where cookies are blocked (lti_storage_target).
  storage_target text,
  -- Origin of the LMS page that sent the login, by its Origin or Referer header.
  lms_origin text,
  -- Hash of the requesting network. Logins are capped per network, and the oldest are deleted.
  network_hash text,
  user_agent_hash text,
  -- Hash of the id on the page that asks to continue, shown to a browser without cookie and platform storage.
  continue_hash text,
  -- Claims of that launch as JSON, verified. Null again once it was opened, or after `claimsExpireAt`.
  claims text,
  claims_expire_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  consumed_at timestamptz,
  constraint lti_logins_continue unique (continue_hash)
);
create index lti_logins_expires_at on lti_logins (expires_at);
create index lti_logins_network on lti_logins (network_hash, created_at);
create index lti_logins_claims on lti_logins (claims_expire_at);

-- A person who may have paid before their school moved from LTI 1.1 to 1.3, when the LMS does not prove it. Staff
-- decide whether the one becomes the other (docs/rules/launches.md).
create table move_suggestions (
  id bigint primary key generated always as identity,
  -- The entitlement of LTI 1.1, and the new one of LTI 1.3.
  from_id bigint not null constraint move_suggestions_from_id_entitlements_id_fk references entitlements on delete cascade,
  to_id bigint not null constraint move_suggestions_to_id_entitlements_id_fk references entitlements on delete cascade,
  -- Reason for the suggestion, shown to staff.
  reason text not null,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by bigint,
  accepted boolean,
  constraint move_suggestions_pair unique (from_id, to_id)
);

-- ---- Canvas ------------------------------------------------------------------------------------------------------

-- A course on the publisher's Canvas and its polling state. `claimed_until`: a process is working on it until
-- then.
create table canvas_courses (
  -- The canvas_domain of our courses. Canvas ids are unique only within one domain.
  domain text not null,
  id text not null,
  account_id text,
  name text,
  course_code text,
  workflow_state text,
  -- Teachers of the course in Canvas.
  teachers jsonb not null default '[]'::jsonb,
  polled_at timestamptz,
  next_poll_at timestamptz not null,
  claimed_until timestamptz,
  failures integer not null default 0,
  -- Reason that the last poll failed.
  problem text,
  created_at timestamptz not null default now(),
  constraint canvas_courses_domain_id_pk primary key (domain, id),
  constraint canvas_courses_problem check (problem in ('canvas_away', 'canvas_refused', 'course_not_found'))
);
create index canvas_courses_next_poll on canvas_courses (next_poll_at);

-- State of an enrollment in Canvas, as last sent.
create table canvas_enrollments (
  entitlement_id bigint primary key constraint canvas_enrollments_entitlement_id_entitlements_id_fk references entitlements on delete cascade,
  canvas_enrollment_id text,
  is_active boolean not null default false,
  claimed_until timestamptz,
  updated_at timestamptz not null default now()
);

-- A Canvas instance and its blueprint courses as last read: [{ id, name, courseCode }].
create table canvas_platforms (
  domain text primary key,
  blueprints jsonb not null,
  read_at timestamptz not null
);

-- A person's Canvas login. `asked_at` without an id: the login was requested and no answer arrived.
create table canvas_users (
  domain text not null,
  -- The e-mail address, lower-cased.
  login text not null,
  canvas_user_id text,
  -- The login existed before ours, so we never change its password (docs/rules/sign-up.md).
  existed boolean not null default false,
  -- True when created with the password from sign-up; false when Canvas asked the person to choose one.
  chosen boolean not null default false,
  asked_at timestamptz,
  claimed_until timestamptz,
  created_at timestamptz not null default now(),
  constraint canvas_users_domain_login_pk primary key (domain, login)
);

-- A Canvas content migration into one of these courses.
create table content_migrations (
  domain text not null,
  course_id text not null,
  id text not null,
  progress_url text,
  workflow_state text not null,
  source_course_name text not null,
  completion integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint content_migrations_domain_course_id_id_pk primary key (domain, course_id, id),
  constraint content_migrations_completion check (completion between 0 and 100),
  constraint content_migrations_domain_course_id_canvas_courses_domain_id_fk foreign key (domain, course_id) references canvas_courses (domain, id) on delete cascade
);

-- ---- Sign-up -----------------------------------------------------------------------------------------------------

-- One row per captcha response that was accepted. The primary key makes a second use fail.
create table captcha_uses (
  key text primary key,
  expires_at timestamptz not null
);
create index captcha_uses_expires_at on captcha_uses (expires_at);

-- A pending sign-up: the person, the hash of the code we sent and the encrypted password, kept for 15 minutes.
-- Each row has its own code. Only the same details from the same network replace a row. Rows are deleted when they
-- expire.
create table sign_ups (
  id bigint primary key generated always as identity,
  course_id bigint not null constraint sign_ups_course_id_courses_id_fk references courses on delete cascade,
  email text not null,
  -- Network that asked for it: an IPv4 address, or the first half of an IPv6 address.
  network text not null default '',
  name text not null,
  given_name text not null,
  family_name text not null,
  sealed_password text,
  password_until timestamptz not null,
  code_hash text not null,
  code_until timestamptz not null,
  tries integer not null default 0,
  verified_at timestamptz,
  created_at timestamptz not null default now(),
  constraint sign_ups_tries check (tries between 0 and 5)
);
create index sign_ups_email on sign_ups (course_id, email, id);
create index sign_ups_password_until on sign_ups (password_until);

-- A browser that verified an email, identified by its cookie's hash. A join link redeems codes for that email
-- only.
create table verified_browsers (
  token_hash text primary key,
  person_id bigint not null constraint verified_browsers_person_id_people_id_fk references people on delete cascade,
  course_id bigint not null constraint verified_browsers_course_id_courses_id_fk references courses on delete cascade,
  expires_at timestamptz not null
);
create index verified_browsers_expires_at on verified_browsers (expires_at);

-- ---- Messages and help -------------------------------------------------------------------------------------------

-- Message outbox, one row per message to a person. The unique `key` prevents sending twice for one event.
create table messages (
  id bigint primary key generated always as identity,
  key text not null,
  kind text not null,
  recipient text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  -- Set while a process sends it.
  claimed_until timestamptz,
  sent_at timestamptz,
  -- Set when the mail server rejected the address permanently.
  refused_at timestamptz,
  constraint messages_key unique (key)
);
create index messages_recipient on messages (recipient);
create index messages_sent_kind on messages (kind, sent_at) where sent_at is not null;
-- For the staff search: mail about a course or a school.
create index messages_course on messages (lower(data->>'course'), kind, id);
create index messages_school on messages (lower(data->>'school'), kind, id);
create index messages_refused_at on messages (refused_at) where refused_at is not null;

-- Site notices, shown in a red alert on every page. The newest one that has not ended is shown.
create table notices (
  id bigint primary key generated always as identity,
  text text not null,
  staff_id bigint constraint notices_staff_id_staff_users_id_fk references staff_users on delete set null,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);

-- Help requests from the form, with the facts that the chat widget would have received.
create table help_requests (
  id bigint primary key generated always as identity,
  at timestamptz not null default now(),
  email text not null,
  text text not null,
  -- Named as the chat widget's attributes.
  facts jsonb not null,
  answered_at timestamptz
);
create index help_requests_at on help_requests (at);

-- Visits to a payment page without a token, counted by day and page.
create table support_flags (
  day text not null,
  page text not null,
  count integer not null default 1,
  last_at timestamptz not null,
  constraint support_flags_day_page_pk primary key (day, page)
);

-- Views of each slot, per day of the business time zone. Every process adds its own.
create table help_views (
  day date not null,
  slot text not null,
  views integer not null,
  constraint help_views_day_slot_pk primary key (day, slot)
);

-- ---- Signs, clips and the alphabet -------------------------------------------------------------------------------

-- People who sign in clips. Some are staff users with the role signer.
create table clip_signers (
  id bigint primary key generated always as identity,
  name text not null,
  staff_id bigint constraint clip_signers_staff_id_staff_users_id_fk references staff_users on delete set null,
  created_at timestamptz not null default now(),
  constraint clip_signers_staff unique (staff_id)
);

-- Texts that signers agree to. A text is never changed; a new one has the next version.
create table clip_consent_texts (
  version integer primary key,
  text text not null,
  staff_id bigint constraint clip_consent_texts_staff_id_staff_users_id_fk references staff_users on delete set null,
  created_at timestamptz not null default now()
);

-- A signer's consent to one text.
create table clip_consents (
  id bigint primary key generated always as identity,
  signer_id bigint not null constraint clip_consents_signer_id_clip_signers_id_fk references clip_signers on delete cascade,
  version integer not null constraint clip_consents_version_clip_consent_texts_version_fk references clip_consent_texts,
  given_on date not null,
  how text not null,
  -- Place where a signed paper is kept.
  note text not null default '',
  -- The staff user who recorded it.
  staff_id bigint constraint clip_consents_staff_id_staff_users_id_fk references staff_users on delete set null,
  created_at timestamptz not null default now(),
  constraint clip_consents_how check (how in ('ticked', 'paper'))
);
create index clip_consents_signer on clip_consents (signer_id, id);

-- One version of a clip: a recording or an uploaded file. The versions of a sign are its clips with the same kind
-- and variant, of which at most one is published. A sign is named by its slug, which survives imports.
create table clips (
  id bigint primary key generated always as identity,
  -- Null until somebody says which sign the file shows.
  sign text,
  kind text not null default 'sign',
  -- Region or variant; empty for the usual form.
  variant text not null default '',
  state text not null default 'recorded',
  signer_id bigint constraint clips_signer_id_clip_signers_id_fk references clip_signers,
  consent_id bigint constraint clips_consent_id_clip_consents_id_fk references clip_consents,
  recorded_on date,
  file_name text not null,
  -- SHA-256 of the uploaded file, in hex.
  source_hash text not null,
  source_bytes bigint not null,
  -- Parts of the uploaded file that are still stored. They are deleted once the clip is made.
  source_chunks integer not null,
  -- The part to keep, and the frame of the poster, in the time of the file. Null: from the start, to the end, the
  -- middle.
  trim_from real,
  trim_to real,
  poster_at real,
  -- Percent.
  progress smallint,
  -- The process that makes the clip. Another may take over after `claimed_until`.
  claim uuid,
  claimed_until timestamptz,
  problem text,
  duration real,
  fps real,
  -- WebVTT; empty for none.
  captions text not null default '',
  uploaded_by bigint constraint clips_uploaded_by_staff_users_id_fk references staff_users on delete set null,
  reviewed_by bigint constraint clips_reviewed_by_staff_users_id_fk references staff_users on delete set null,
  reviewed_at timestamptz,
  published_by bigint constraint clips_published_by_staff_users_id_fk references staff_users on delete set null,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint clips_kind check (kind in ('sign', 'example')),
  constraint clips_state check (state in ('recorded', 'processing', 'failed', 'waiting', 'approved', 'sent_back', 'published', 'replaced')),
  constraint clips_problem check (problem in ('unreadable', 'damaged', 'too_long', 'too_short', 'too_large')),
  -- An upload that becomes a clip has a sign, a signer and their consent.
  constraint clips_details check (state = 'recorded' or (sign is not null and signer_id is not null and consent_id is not null))
);
create unique index clips_published on clips (sign, kind, variant) where state = 'published';
create index clips_sign on clips (sign, state);
create index clips_state on clips (state, updated_at);
create index clips_source on clips (source_hash);
create index clips_signer on clips (signer_id);

-- Comments of reviewers and signers on a clip, at a time in it or in general.
create table clip_comments (
  id bigint primary key generated always as identity,
  clip_id bigint not null constraint clip_comments_clip_id_clips_id_fk references clips on delete cascade,
  at real,
  text text not null,
  staff_id bigint constraint clip_comments_staff_id_staff_users_id_fk references staff_users on delete set null,
  created_at timestamptz not null default now()
);
create index clip_comments_clip on clip_comments (clip_id, id);

-- Files made from a clip, named by the hash of their content.
create table clip_files (
  clip_id bigint not null constraint clip_files_clip_id_clips_id_fk references clips on delete cascade,
  role text not null,
  place smallint not null,
  name text not null,
  bytes integer not null,
  width integer,
  height integer,
  constraint clip_files_clip_id_role_place_pk primary key (clip_id, role, place),
  constraint clip_files_role check (role in ('video', 'poster', 'thumbnail', 'captions'))
);
create index clip_files_name on clip_files (name);

-- Files on their way, sent in parts. The row becomes a clip with the last part.
create table clip_uploads (
  -- SHA-256 of the whole file, in hex.
  hash text primary key,
  file_name text not null,
  bytes bigint not null,
  -- Parts that have arrived.
  chunks integer not null default 0,
  -- Details that were chosen before sending.
  details jsonb not null,
  staff_id bigint constraint clip_uploads_staff_id_staff_users_id_fk references staff_users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index clip_uploads_updated_at on clip_uploads (updated_at);

-- Comments of reviewers on the drawing of a letter or number.
create table alphabet_comments (
  id bigint primary key generated always as identity,
  character text not null,
  text text not null,
  -- The version of the drawings that was looked at.
  drawings text not null,
  staff_id bigint constraint alphabet_comments_staff_id_staff_users_id_fk references staff_users on delete set null,
  created_at timestamptz not null default now()
);
create index alphabet_comments_character on alphabet_comments (character, id);

-- A reviewer's approval of all drawings of one version. Another version needs another one.
create table alphabet_reviews (
  drawings text primary key,
  staff_id bigint constraint alphabet_reviews_staff_id_staff_users_id_fk references staff_users on delete set null,
  created_at timestamptz not null default now()
);

-- Imported content in the parts pages load: one row per unit, and one row each for everything else.
create table content_parts (
  kind text not null,
  key text not null,
  body jsonb not null,
  constraint content_parts_kind_key_pk primary key (kind, key),
  constraint content_parts_kind check (kind in ('everywhere', 'unit', 'resources', 'how-to', 'faqs'))
);

-- The imported content folder: a single row. `shipped` is our own sample, which a new version may replace.
create table content_state (
  id integer primary key not null default 1,
  origin text not null,
  fingerprint text not null,
  imported_at timestamptz not null default now(),
  constraint content_state_one check (id = 1),
  constraint content_state_origin check (origin in ('shipped', 'own'))
);

-- Changes of dictionary entries by staff. A row is a version and its fields never change. Approved rows are kept,
-- because an import of content applies them again.
create table sign_changes (
  id bigint primary key generated always as identity,
  -- Slug of the sign. An import gives signs new rows, so this is no foreign key.
  sign text not null,
  -- The changed fields only, as written in forms and files.
  fields jsonb not null,
  -- The whole entry, of one that is added or withdrawn.
  entry jsonb,
  withdraws boolean not null default false,
  state text not null,
  proposed_by bigint constraint sign_changes_proposed_by_staff_users_id_fk references staff_users on delete set null,
  created_at timestamptz not null default now(),
  reviewed_by bigint constraint sign_changes_reviewed_by_staff_users_id_fk references staff_users on delete set null,
  reviewed_at timestamptz,
  -- Says what to change, if a reviewer sent it back.
  comment text not null default '',
  constraint sign_changes_state check (state in ('draft', 'waiting', 'approved', 'sent_back', 'replaced', 'discarded'))
);
create unique index sign_changes_waiting on sign_changes (sign) where state = 'waiting';
create index sign_changes_sign on sign_changes (sign, id);
create index sign_changes_in_state on sign_changes (state, id);

-- Lists of signs that teachers made for their course. Signs are named by their slug, as an import replaces their
-- rows; one that is gone is left out. Names are limited to 60 characters by the form; erasing a person may
-- lengthen them.
create table sign_lists (
  id bigint primary key generated always as identity,
  course_id bigint not null constraint sign_lists_course_id_courses_id_fk references courses on delete cascade,
  -- From 1 to 20, each once in a course, which limits their number.
  place smallint not null,
  name text not null,
  link text not null,
  signs text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint sign_lists_link unique (link),
  constraint sign_lists_place unique (course_id, place),
  constraint sign_lists_most check (place between 1 and 20),
  constraint sign_lists_signs check (cardinality(signs) <= 100),
  constraint sign_lists_name check (char_length(name) <= 1000)
);

-- Dictionary words keyed by every form with one letter removed, for typo search (`typoKeys` in dictionary.ts), and
-- by sound (`soundKey`).
create table sign_slips (
  key text collate "C" not null,
  word text collate "C" not null,
  constraint sign_slips_key_word_pk primary key (key, word)
);

-- Search terms of each sign, starting at each of its words (`entriesOf` in dictionary.ts).
create table sign_terms (
  text text collate "C" not null,
  place smallint not null,
  sign_id integer not null,
  constraint sign_terms_text_place_sign_id_pk primary key (text, place, sign_id)
);

-- Dictionary signs. The id is the sign's position in the course. An import replaces all rows in one transaction.
create table signs (
  id integer primary key,
  slug text not null,
  gloss text not null,
  english text[] not null,
  -- Lists that came later may be null, which means empty.
  spanish text[],
  part_of_speech text not null,
  unit smallint not null,
  lesson text not null,
  usage text not null,
  formation text,
  handshape text,
  other_handshape text,
  location text,
  movement text,
  hands text,
  mouth text,
  notes text,
  related text[],
  confusable text[],
  video text,
  example text,
  variants text[] not null,
  signer text,
  reviewed_by text,
  reviewed_at date,
  transcript text,
  constraint signs_slug unique (slug),
  constraint signs_hands check (hands in ('one', 'two'))
);
create index signs_lesson on signs (unit, lesson);

-- ---- Reports and privacy -----------------------------------------------------------------------------------------

-- People whose data was erased, to erase them again after a backup is restored. `key_hash` is a keyed hash of
-- their LMS id or their address, which nobody can read back (docs/privacy.md).
create table erasures (
  key_hash text primary key,
  at timestamptz not null,
  -- 'staff:7' or 'system'.
  actor text not null,
  asked text not null,
  -- Ids at other services that staff erase by hand. Emptied once they did.
  by_hand jsonb not null,
  done_at timestamptz,
  constraint erasures_asked check (asked in ('person', 'parent', 'school', 'law', 'retention', 'restore'))
);
create index erasures_at on erasures (at);

-- Erasing everybody of a school: a job works through its people in id order. One at a time for each school.
create table school_erasures (
  id bigint primary key generated always as identity,
  school_id bigint not null,
  actor text not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  total integer not null,
  erased integer not null default 0,
  -- People who could not be erased, for example because a refund is open.
  kept integer not null default 0,
  -- People at whom an error stopped the erasing. The job tries them again.
  failed integer not null default 0,
  last_person_id bigint not null default 0
);
create unique index school_erasures_running on school_erasures (school_id) where finished_at is null;

-- Calls to the outside services and how long they took, per day. Every process adds its own.
create table answer_times (
  day date not null,
  -- As in `Service` of src/core/event-counts.ts.
  service text not null,
  calls integer not null,
  total_ms bigint not null,
  slowest_ms integer not null,
  constraint answer_times_day_service_pk primary key (day, service)
);

-- One number per day, measure and key. Days are those of the business time zone.
create table daily_totals (
  day date not null,
  measure text not null,
  -- The value that the measure is split by; see `measures`.
  key text not null,
  total bigint not null,
  constraint daily_totals_day_measure_key_pk primary key (day, measure, key),
  constraint daily_totals_measure check (measure in ('launches', 'entered', 'sales', 'refunds', 'minutes'))
);

-- ---- Practice ----------------------------------------------------------------------------------------------------

-- One row in a database that demo mode made, none in any other.
create table demo_marks (
  id integer primary key,
  created_at timestamptz not null default now(),
  constraint demo_marks_one_row check (id = 1)
);
