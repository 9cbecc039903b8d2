-- Rows in the tables that migrations change, by columns of 0000_initial.sql. :people is the number of people.
-- The school is that of demo mode, whose secret the launches are signed with.
insert into people (consumer_id, lti_user_id, email, name)
select s.id, 'user-' || n, 'user-' || n || '@school.example', 'Ana Example ' || n
from consumers s, generate_series(1, :people) n where s.key = 'twa_demo';

insert into courses (school_id, consumer_id, context_id, title, join_token)
select s.school_id, s.id, 'course-' || n, 'American Sign Language', 'c_bench' || lpad(n::text, 16, '0')
from consumers s, generate_series(0, 999) n where s.key = 'twa_demo';

insert into course_products (course_id, product_id)
select c.id, (select min(id) from products) from courses c where c.context_id like 'course-%';

insert into entitlements (kind, course_id, person_id, token, session_id, processed_at, source, access_ends_at)
select 'enrollment', c.id, p.id, 'e_bench' || lpad(p.id::text, 20, '0'), gen_random_uuid(), now(), 'card', now() + interval '6 months'
from people p join courses c on c.context_id = 'course-' || substr(p.lti_user_id, 6)::int % 1000 where p.lti_user_id like 'user-%';

insert into grade_targets (entitlement_id, sourced_id, outcome_service_url)
select id, 'grade-' || id, 'https://lms.school.example/outcomes' from entitlements where token like 'e_bench%';

insert into checkouts (stripe_session_id, entitlement_id, course_id, amount, currency, livemode, status, payment_intent, expires_at)
select 'cs_live_' || id, id, course_id, 4900, 'usd', true, 'paid', 'pi_' || id, now() from entitlements where token like 'e_bench%';

insert into checkout_lines (checkout_id, product_id, price_id, amount, covers)
select id, (select min(id) from products), 'price', 4900, true from checkouts where stripe_session_id like 'cs_live_%';

insert into code_tries (entitlement_id, code_hash, answer, last_at)
select id, md5(id::text), 'code_unknown', now() from entitlements where token like 'e_bench%';

insert into messages (key, kind, recipient, data)
select 'welcome:' || e.id, 'welcome', p.email, '{}' from entitlements e join people p on p.id = e.person_id where e.token like 'e_bench%';

insert into audit (actor, action, subject_kind, subject_id) select 'student', 'pay', 'entitlement', id from entitlements where token like 'e_bench%';

insert into launch_diary (reference, version, outcome, parameters)
select 'bench-' || n, '1.1', 'pay', '{user_id,roles}' from generate_series(1, :people * 2) n;

insert into coupons (coupon_code, code_key, product_id)
select 'BENCH' || n, 'BENCH' || n, (select min(id) from products) from generate_series(1, :people / 2) n;

vacuum analyze;
