-- Fills an empty database with a publisher's data of two years. :people is the number of people; all else grows with it:
-- of a million people, 10,000 schools, 50,000 courses, 2 million enrollments and 10 million launches.
-- The rows fit together, so foreign keys are not checked.
set session_replication_role = replica;

select setseed(0.42);

insert into staff_users (id, email, first_name, last_name, role) overriding system value
select n, 'colleague' || n || '@signbook.example', 'Colleague', 'Number ' || n, 'support' from generate_series(1, 20) n;

insert into products (id, product_code, name, stripe_price_id, units_for_teacher) overriding system value
select n, 'ASL' || n, 'American Sign Language ' || n, 'price_scale_' || n, '{1,2,3}' from generate_series(1, 4) n;

insert into consumers (id, key, name, sealed_secret, yearly_access) overriding system value
select n, 'school_' || n, (array['North','South','Lake','Hill','River','Valley','Cedar','Maple'])[n % 8 + 1] || ' College ' || n, '', n % 5 = 0
from generate_series(1, :people / 200) n;

-- Half of the deployments are on one platform, as with Canvas.
insert into platforms (id, issuer, client_id, domain, preset, authorization_redirect, public_keys_url, grant_url) overriding system value
select n, 'https://lms' || n || '.example', 'client-' || n, 'lms' || n || '.example', case n when 1 then 'canvas' else 'moodle' end, 'https://lms.example/a', 'https://lms.example/k', 'https://lms.example/t'
from generate_series(1, :people / 400 + 1) n;

insert into deployments (id, platform_id, deployment_id, name, status) overriding system value
select n, case when n % 2 = 0 then 1 else n / 2 + 2 end, 'd' || n, case when n % 3 > 0 then 'University ' || n end, case when n % 500 = 0 then 'waiting' else 'approved' end
from generate_series(1, :people / 200) n;

-- A third of the titles are of one course only. Every 40th course was never activated.
insert into courses (id, consumer_id, deployment_id, context_id, title, label, join_token, term_ends_at, was_activated, created_at, updated_at) overriding system value
select n, case when n % 2 = 1 then (n / 2) % (:people / 200) + 1 end, case when n % 2 = 0 then (n / 2 - 1) % (:people / 200) + 1 end,
  'context-' || n, 'American Sign Language ' || n % 4 + 1 || case when n % 3 = 0 then ', Section ' || n else '' end, 'ASL ' || n % 4 + 1, 'c_scale' || lpad(n::text, 12, '0'),
  now() + (random() * 300 - 200) * interval '1 day', n % 40 > 0, began, began
from (select n, now() - random() * 700 * interval '1 day' as began from generate_series(1, :people / 20) n) n;

insert into course_products (course_id, product_id) select id, id % 4 + 1 from courses where id % 40 > 0;

insert into activations (course_id, staff_id, product_ids, activated_at)
select id, id % 20 + 1, array[id % 4 + 1], created_at + interval '1 day' from courses where id % 40 > 0;

-- Odd people have a consumer, even ones a platform. Every tenth row of a class is its teacher.
insert into people (id, consumer_id, platform_id, lti_user_id, email, name, given_name, family_name, created_at, updated_at) overriding system value
select n, case when n % 2 = 1 then (n / 2) % (:people / 200) + 1 end, case when n % 2 = 0 then (select platform_id from deployments d where d.id = (n / 2 - 1) % (:people / 200) + 1) end,
  'user-' || n, lower(given) || '.' || lower(family) || n || '@school.example', given || ' ' || family, given, family, at, at
from (
  select n, (array['Ana','Ben','Chloe','Diego','Emma','Farid','Grace','Hugo','Ines','Jamal','Kira','Liam','Maya','Noah','Olga','Pablo'])[(n / 3) % 16 + 1] as given,
    initcap(substr(md5((n % 30011)::text), 1, 2 + n % 5)) || (array['son','ez','berg','ton','ley','ski','ova','man'])[n % 8 + 1] as family,
    now() - random() * 700 * interval '1 day' as at
  from generate_series(1, :people) n
) person;

insert into course_teachers (course_id, person_id)
select c, p from (select c.id as c, case when c.id % 2 = 1 then c.id / 2 % (:people / 200) * 2 + 1 else (c.id / 2 - 1) % (:people / 200) * 2 + 2 end as p from courses c) t;

-- Each person is in two of the five courses of the school.
insert into enrollments (id, course_id, person_id, token, session_id, created_at, updated_at, agreed_at, agreed_terms, processed_at, source, access_ends_at) overriding system value
select row_number() over (), (school + ((round + k) % 5) * (:people / 200)) * 2 + 1, n, 'e_scale' || lpad((n * 2 + k)::text, 20, '0'), gen_random_uuid(), at, at, at, '2026-08-01',
  case when is_in then at end, case when is_in then (array['code','card','card','staff'])[n / 2 % 4 + 1] end, case when is_in then at + interval '6 months' end
from (select n, (n / 2) % (:people / 200) as school, n / 2 / (:people / 200) as round, random() < 0.9 as is_in, now() - random() * 400 * interval '1 day' as at
  from generate_series(1, :people, 2) n) person, generate_series(0, 1) k;

insert into memberships (id, course_id, person_id, token, session_id, role, created_at, updated_at, agreed_at, agreed_terms, processed_at, source, access_ends_at) overriding system value
select row_number() over (), (school + ((round + k) % 5) * (:people / 200)) * 2 + 2, n, 'm_scale' || lpad((n * 2 + k)::text, 20, '0'), gen_random_uuid(), 'learner', at, at, at, '2026-08-01',
  case when is_in then at end, case when is_in then (array['code','card','card','staff'])[n / 2 % 4 + 1] end, case when is_in then at + interval '6 months' end
from (select n, (n / 2 - 1) % (:people / 200) as school, n / 2 / (:people / 200) as round, random() < 0.9 as is_in, now() - random() * 400 * interval '1 day' as at
  from generate_series(2, :people, 2) n) person, generate_series(0, 1) k;

-- A batch is for one school. The schools with number 7 bought twenty, 40,000 seats.
insert into coupon_batches (id, product_id, staff_id, size, note, consumer_id, deployment_id, created_at) overriding system value
select n, n % 4 + 1, n % 20 + 1, 2000, 'Bookstore order ' || n, case when n % 2 = 1 then school end, case when n % 2 = 0 then school end,
  now() - random() * 600 * interval '1 day'
from (select n, case when n <= 40 then 7 else n / 2 end as school from generate_series(1, greatest(:people / 2000, 1)) n) batch;

insert into seat_links (id, consumer_id, created_by, created_at) overriding system value values (1, 7, 1, now());

insert into coupons (id, coupon_code, code_key, product_id, max_usage, used, batch_id, expires_at) overriding system value
select n, 'SCALE' || n, 'SCALE' || n, n % 4 + 1, 1, (n % 2)::int, n / 2000 + 1, now() + (random() * 700 - 100) * interval '1 day'
from generate_series(1, :people - 1) n;

insert into coupon_uses (coupon_id, enrollment_id, product_id, attached_at)
select row_number() over () * 2 - 1, id, course_id % 4 + 1, processed_at from enrollments where source = 'code' limit :people / 8;

insert into checkouts (id, stripe_session_id, enrollment_id, membership_id, course_id, amount, currency, livemode, status, payment_intent, total, created_at, expires_at, completed_at) overriding system value
select row_number() over (), 'cs_live_' || md5(kind || id) || upper(substr(md5(id || kind), 1, 26)), case kind when 'e' then id end, case kind when 'm' then id end, course_id,
  4900, 'usd', true, 'paid', 'pi_' || md5(kind || id), 4900, at, at + interval '1 day', at + interval '3 minutes'
from (select 'e' as kind, id, course_id, processed_at as at from enrollments where source = 'card' union all select 'm', id, course_id, processed_at from memberships where source = 'card') paid;

insert into checkout_lines (checkout_id, stripe_session_id, product_id, price_id, amount, covers)
select id, stripe_session_id, id % 4 + 1, 'price_scale_' || id % 4 + 1, 4900, true from checkouts;

insert into card_payments (payment_intent, charged, refunded) select payment_intent, 4900, case when id % 100 = 0 then 4900 else 0 end from checkouts;

insert into card_refunds (refund_id, payment_intent, amount, failed, at)
select 're_' || md5(payment_intent), payment_intent, 4900, false, completed_at from checkouts where id % 100 = 0;

insert into payment_flags (checkout_id, stripe_session_id, kind, opened_at, closed_at)
select id, stripe_session_id, 'partial_refund', created_at, case when id % 10000 > 0 then completed_at end from checkouts where id % 100 = 0;

insert into messages (key, kind, recipient, data, created_at, sent_at, refused_at)
select 'welcome:' || kind || ':' || w.id, 'welcome', email, jsonb_build_object('course', c.title, 'school', coalesce(s.name, d.name)), at, at, case when w.id % 997 = 0 then at end
from (select 'enrollment' as kind, e.id, e.course_id, p.email, e.processed_at as at from enrollments e join people p on p.id = e.person_id where e.processed_at is not null
  union all select 'membership', m.id, m.course_id, p.email, m.processed_at from memberships m join people p on p.id = m.person_id where m.processed_at is not null) w
join courses c on c.id = w.course_id left join consumers s on s.id = c.consumer_id left join deployments d on d.id = c.deployment_id;

insert into grades (subject_kind, subject_id, target, score, problem)
select 'membership', id, 'https://lms.example/line_items/' || id, 1, case when id % 5000 = 0 then 'rejected 404' end from memberships where processed_at is not null;

insert into code_tries (subject_kind, subject_id, code_hash, answer, count, first_at, last_at)
select 'enrollment', n, md5(n::text), 'code_unknown', 1, now(), now() - random() * 180 * interval '1 day' from generate_series(1, :people / 5) n;

insert into help_requests (at, email, text, facts, answered_at)
select at, 'student' || n || '@school.example', 'My code does not work.', '{}', case when n % 200 > 0 then at + interval '1 day' end
from (select n, now() - random() * 700 * interval '1 day' as at from generate_series(1, :people / 50) n) asked;

insert into audit (at, actor, action, subject_kind, subject_id, before, after)
select now() - (:people * 3 - n) * interval '20 seconds', case when n % 3 = 0 then 'staff:' || n % 20 + 1 else 'student' end,
  case when n % 3 = 0 then 'view' else 'redeem-access-code' end, case when n % 3 = 0 then 'person' when n % 3 = 1 then 'enrollment' else 'membership' end,
  n / 3 + 1, '{"processedAt": null}', '{"processedAt": "2026-09-01T00:00:00Z"}'
from generate_series(1, :people * 3) n;

-- Ten million launches in 30 days. Every 50th is refused; half are LTI 1.3.
insert into launch_diary (at, reference, version, outcome, consumer_key, issuer, client_id, deployment_id, school, context_id, skew_seconds, parameters)
select now() - (:people * 10 - n) * interval '30 days' / (:people * 10), substr(md5(n::text), 1, 5) || '-' || n, case when n % 2 = 0 then '1.1' else '1.3' end,
  case when n % 50 = 0 then 'signature' when n % 20 = 1 then 'teacher' else 'pay' end,
  case when n % 2 = 0 then 'school_' || (n::bigint * 7919) % (:people / 200) + 1 end, case when n % 2 = 1 then 'https://lms1.example' end,
  case when n % 2 = 1 then 'client-1' end, case when n % 2 = 1 then 'd' || (n::bigint * 7919) % (:people / 200) + 1 end, 'School', 'context-' || n % (:people / 20), 1,
  '{lti_message_type,lti_version,oauth_consumer_key,user_id,roles,context_id,context_title}'
from generate_series(1, :people * 10) n;

insert into pgboss.job (name, data, output)
select 'dead', json_build_object('name', 'canvas-enroll', 'attempt', 8, 'data', json_build_object('enrollmentId', n)), '{"message": "Canvas did not answer"}'
from generate_series(1, 150) n;

-- The daily job has ended the access that is over.
update enrollments set processed_at = null, source = null where access_ends_at < now();
update memberships set processed_at = null, source = null where access_ends_at < now();

-- Ids of new rows follow the filled ones.
select setval(pg_get_serial_sequence(quote_ident(table_name), 'id'), coalesce((xpath('/row/max/text()', query_to_xml('select max(id) from ' || quote_ident(table_name), false, true, '')))[1]::text::bigint, 0) + 1, false)
from information_schema.columns where table_schema = 'public' and is_identity = 'YES' and column_name = 'id';

set session_replication_role = origin;

vacuum analyze;
