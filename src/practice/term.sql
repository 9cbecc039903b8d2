-- A practice term: made-up schools, their courses and people, and all that happened to them this autumn and the last.
-- `npm run demo:term`, the button on /demo and the bench of scale run it (term.ts), each with its own numbers.
--
-- Read it from top to bottom: schools, courses, people, what became of each student, codes, card payments, grades, mail,
-- help, the audit log, launches, failed jobs. A temporary table `t_…` plans the rows of one kind and numbers them by time,
-- so that a newer row has a larger id; the insert after it copies the plan.
--
-- Nothing is random: a draw is a hash of the row's key `k` and of a word that says what is drawn. The same numbers and the
-- same `now` give the same data. Schools whose key or name exists are left out. Every address ends in .example.
--
-- The session's settings: term.now, term.zone (the business time zone), term.secret (the sealed secret of all consumers),
-- term.terms (the version of the terms that students agreed to), term.schools, term.courses and term.students (of this
-- autumn; two thirds of the courses and students come on top for the last) and term.visits (the chance that a student
-- opens the course on a school day).

-- ---- Settings, colleagues and draws ------------------------------------------------------------------------------

-- A second run waits here, and then finds the schools of the first.
lock table schools in share row exclusive mode;

-- From here on, a day is a day of the business time zone.
select set_config('timezone', current_setting('term.zone'), true);

insert into staff_users (email, first_name, last_name, role) values
  ('maya.torres@signbook.example', 'Maya', 'Torres', 'manager'),
  ('devon.clark@signbook.example', 'Devon', 'Clark', 'support'),
  ('ruth.abebe@signbook.example', 'Ruth', 'Abebe', 'support'),
  ('linh.tran@signbook.example', 'Linh', 'Tran', 'support'),
  ('jonas.weber@signbook.example', 'Jonas', 'Weber', 'viewer')
on conflict do nothing;

create temp table term on commit drop as
select date_trunc('second', current_setting('term.now')::timestamptz) as now,
  current_setting('term.schools')::int as schools, current_setting('term.courses')::int as courses,
  current_setting('term.students')::int as students, current_setting('term.visits')::float8 as visits,
  (select array_agg(id order by product_code) from products where product_code in ('ASL1', 'ASL2', 'ASL3')) as products,
  (select min(id) from products where is_free) as free_product,
  colleagues.*
from (
  select array_agg(id order by id) as staff, array_agg(id order by id) filter (where role <> 'viewer') as changers,
    min(id) filter (where role = 'manager') as manager
  from staff_users where email in ('maya.torres@signbook.example', 'devon.clark@signbook.example',
    'ruth.abebe@signbook.example', 'linh.tran@signbook.example', 'jonas.weber@signbook.example')
) colleagues;

-- A number from 0 to below 1.
create or replace function pg_temp.rnd(k bigint, what text) returns float8 immutable language sql as
$$ select (hashint8extended(k, hashtextextended(what, 0)) & 1073741823)::float8 / 1073741824 $$;

create or replace function pg_temp.within(k bigint, what text, low float8, high float8) returns float8 immutable language sql as
$$ select low + pg_temp.rnd(k, what) * (high - low) $$;

create or replace function pg_temp.pick(k bigint, what text, list anyarray) returns anyelement immutable language sql as
$$ select list[1 + floor(pg_temp.rnd(k, what) * cardinality(list))::int] $$;

-- Log-normal: half of the numbers are below the median; a spread of 1 gives a long tail.
create or replace function pg_temp.long_tailed(k bigint, what text, median float8, spread float8) returns float8 immutable language sql as
$$ select median * exp(spread * sqrt(-2 * ln(1 - pg_temp.rnd(k, what))) * cos(2 * pi() * pg_temp.rnd(k, what || ', turn'))) $$;

-- Whole seconds, as JavaScript knows no microseconds.
create or replace function pg_temp.minutes(amount float8) returns interval immutable language sql as
$$ select make_interval(secs => floor(amount * 60)) $$;

create or replace function pg_temp.days(amount float8) returns interval immutable language sql as
$$ select make_interval(secs => floor(amount * 86400)) $$;

-- The time since midnight, when people are awake: the weights of the hours are 0.3, 0.1, 0, 0, 0, 0.1, 0.4, 1, 3, 4, 4, ….
create or replace function pg_temp.time_of_day(k bigint, what text) returns interval immutable language sql as
$$ select make_interval(secs => floor(3600 * (pg_temp.rnd(k, what || ', minute') + width_bucket(pg_temp.rnd(k, what) * 46.2,
  '{.3,.4,.4,.4,.4,.5,.9,1.9,4.9,8.9,12.9,16.4,19.4,22.9,26.4,29.4,31.9,33.9,35.9,38.4,41.4,43.9,45.4}'::float8[])))) $$;

-- An instant in JSON, as JavaScript writes it.
create or replace function pg_temp.iso(at timestamptz) returns text stable language sql as
$$ select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

create or replace function pg_temp.uuid(seed text) returns uuid immutable language sql as
$$ select overlay(overlay(md5(seed) placing '4' from 13) placing '8' from 17)::uuid $$;

-- Hexadecimal digits that look random, others for each number below 16 ^ digits.
create or replace function pg_temp.scramble(n bigint, digits int) returns text immutable language sql as
$$ select lpad(to_hex((n * 1640531527) & ((1::bigint << 4 * digits) - 1)), digits, '0') $$;

-- Given and family names that often go together, as in classes of the United States. Nobody real is meant.
create temp table t_names (g, given, family) on commit drop as
select g, string_to_array(given, ' '), string_to_array(family, ' ') from (values
  (0, 'Emma Liam Olivia Noah Ava Mason Sophia Ethan Isabella Logan Mia Lucas Charlotte Jackson Amelia Aiden Harper Carter Evelyn Wyatt Abigail Owen Ella Caleb Scarlett Hunter Grace Landon Chloe Isaac Riley Hannah Nora Zoey Levi Hazel Dylan Violet Colin Paige',
    'Smith Anderson Miller Wilson Moore Taylor Clark Lewis Walker Hall Young Baker Adams Nelson Carter Mitchell Roberts Turner Phillips Campbell Parker Evans Edwards Collins Stewart Morris Murphy Cook Rogers Bailey Cooper Peterson Kelly Sullivan Fischer Olson Larsen Hughes Bennett Foster'),
  (1, 'Sofía Mateo Valentina Santiago Camila Diego Lucía Alejandro Mariana Emiliano Ximena Gabriel Daniela Joaquín Renata Luis Jimena Carlos Fernanda Andrés Paola Miguel Ana José Natalia Iván',
    'García Rodríguez Martínez Hernández López González Pérez Sánchez Ramírez Torres Flores Rivera Gómez Díaz Reyes Cruz Morales Ortiz Gutiérrez Chávez Ramos Ruiz Mendoza Álvarez Castillo Vargas Íñiguez Delgado Peña Ríos'),
  (2, 'Aaliyah Jayden Imani Malik Nia DeShawn Zuri Xavier Kiara Elijah Ebony Isaiah Jada Marcus Amara Darius Simone Andre Tiana Jalen Naomi Terrence',
    'Washington Jefferson Williams Johnson Jackson Robinson Harris Brown Davis Thomas Coleman Brooks Booker Banks Freeman Gaines Charles Dorsey Okafor Adeyemi Mensah Boateng Tesfaye Abebe'),
  (3, 'Mei Wei Linh Minh Yuna Jin Hana Kenji Sakura Haruto Xiuying Jun Thuy Duc Mai Pao Kalia Bao Seo-yeon Min-jun Angelica Jericho',
    'Nguyen Tran Le Pham Chen Wang Li Zhang Liu Kim Park Lee Choi Tanaka Suzuki Sato Vang Xiong Yang Santos Reyes Bautista'),
  (4, 'Priya Arjun Ananya Rohan Diya Vikram Meera Aarav Isha Kabir Sana Zain Ayesha Hamza Fatima Bilal Noor Omar Layla Yusuf',
    'Patel Sharma Singh Gupta Reddy Iyer Khan Ahmed Hussain Rahman Chowdhury Das Nair Haddad Nasser Farouk Mansour Said'),
  (5, 'Aleksandra Dmitri Katarzyna Piotr Oksana Taras Ivana Luka Anneliese Jonas Giulia Matteo Siobhan Cillian Miriam Ezra Talia Avi',
    'Kowalski Nowak Petrov Shevchenko Horvat Novák Weber Schäfer Rossi Esposito O''Brien Gallagher Cohen Levy Goldberg Katz Papadakis Haddow'),
  (6, 'Kai Leilani Keoni Malia Tala Sione Ahyoka Chaska Winona Takoda Nizhoni Aponi',
    'Kealoha Kahananui Tuiasosopo Fonoti Begay Yazzie Tsosie Whitehorse Redcloud Blackwood Lonewolf')
) listed (g, given, family);

-- The name of a person: of seven that have both names of one group, one has the family name of another; every twentieth has two.
create or replace function pg_temp.name_of(k bigint) returns table (given text, family text) stable language sql as $$
  select pg_temp.pick(k, 'given', own.given), pg_temp.pick(k, 'family', other.family)
    || case when pg_temp.rnd(k, 'double name') < 0.05 then '-' || pg_temp.pick(k, 'second name', other.family) else '' end
  from t_names own, t_names other
  where own.g = width_bucket(pg_temp.rnd(k, 'group') * 97, '{34,56,70,79,87,93}'::float8[]) and other.g = width_bucket(
    pg_temp.rnd(k, case when pg_temp.rnd(k, 'mixed') < 0.15 then 'other group' else 'group' end) * 97, '{34,56,70,79,87,93}'::float8[])
$$;

-- ---- Schools and their connections -------------------------------------------------------------------------------

-- Beyond the list, the names repeat with a number. Courses and students are divided by weight. `words` say the LTI
-- versions, what the school takes, and what is special. Hosted courses are on the publisher's Canvas, where half of the
-- students sign up. One school uses both versions. One is in the list twice, as a first launch named it: staff may join them.
create temp table t_schools on commit drop as
with listed (place, name, slug, weight, lms, words) as (values
  (0, 'Larkspur Community College', 'larkspur', 26, 'canvas', '1.3 both'),
  (1, 'Tamarack State University', 'tamarack', 42, 'canvas', '1.3 both grades'),
  (2, 'Redtail Ridge High School', 'redtail', 9, 'canvas', '1.1 codes k12 yearly'),
  (3, 'Quillback Technical College', 'quillback', 17, 'moodle', '1.1 cards grades'),
  (4, 'Silver Heron Academy', 'silverheron', 20, 'canvas', '1.1 both hosted'),
  (5, 'Bellwether University', 'bellwether', 36, 'd2l', '1.3 both grades'),
  (6, 'Cottonwood Bend High School', 'cottonwood', 10, 'canvas', '1.3 codes k12 yearly'),
  (7, 'Saltgrass Community College', 'saltgrass', 24, 'canvas', '1.1 both grades'),
  (8, 'Fernhollow Middle School', 'fernhollow', 5, 'canvas', '1.1 codes k12 yearly'),
  (9, 'Copperline College', 'copperline', 15, 'moodle', '1.3 both'),
  (10, 'Windrow Valley Community College', 'windrow', 42, 'canvas', '1.1 1.3 both grades'),
  (11, 'Juniper Mesa High School', 'junipermesa', 11, 'canvas', '1.1 codes k12 yearly'),
  (12, 'Harrowgate University', 'harrowgate', 33, 'blackboard', '1.3 cards grades'),
  (13, 'Lantern Bay College', 'lanternbay', 18, 'canvas', '1.3 both'),
  (14, 'Bluestem Online Academy', 'bluestem', 16, 'canvas', '1.1 both hosted'),
  (15, 'Pinecrest Hollow High School', 'pinecrest', 8, 'canvas', '1.3 codes k12'),
  (16, 'Osprey Point Community College', 'osprey', 22, 'moodle', '1.1 codes'),
  (17, 'Northlight University', 'northlight', 30, 'canvas', '1.3 cards grades'),
  (18, 'Sagebrush Technical College', 'sagebrush', 14, 'd2l', '1.1 both'),
  (19, 'Marigold Street Middle School', 'marigold', 4, 'canvas', '1.1 codes k12 yearly'),
  (20, 'Thistledown College', 'thistledown', 13, 'moodle', '1.3 both grades'),
  (21, 'Riverstone State College', 'riverstone', 25, 'blackboard', '1.1 both grades'),
  (22, 'Cardinal Grove High School', 'cardinalgrove', 10, 'canvas', '1.1 codes k12 yearly'),
  (23, 'Foxglove Community College', 'foxglove', 19, 'canvas', '1.3 both'),
  (24, 'Eastmarch University', 'eastmarch', 28, 'd2l', '1.3 cards grades'),
  (25, 'Wildrye Community College', 'wildrye', 16, 'canvas', '1.1 codes'),
  (26, 'Hollis Prairie High School', 'hollis', 7, 'canvas', '1.3 codes k12 yearly'),
  (27, 'Amberwood College', 'amberwood', 12, 'moodle', '1.1 cards'),
  (28, 'Kestrel Hill University', 'kestrel', 31, 'canvas', '1.3 both grades'),
  (29, 'Greenbriar Bilingual School', 'greenbriar', 6, 'canvas', '1.1 both k12'),
  (30, 'Saltgrass Community College (canvas.cloud.example)', 'saltgrass-online', 14, 'canvas', '1.3 both'),
  (31, 'Starling Community College', 'starling', 20, 'canvas', '1.1 both grades'),
  (32, 'Whitewater Technical College', 'whitewater', 11, 'moodle', '1.3 codes'),
  (33, 'Goldenrod High School', 'goldenrod', 9, 'canvas', '1.1 codes k12 yearly'),
  (34, 'Ashgrove University', 'ashgrove', 27, 'canvas', '1.3 cards grades'),
  (35, 'Driftwood Coast College', 'driftwood', 13, 'd2l', '1.1 both'),
  (36, 'Summit Vale Middle School', 'summitvale', 4, 'canvas', '1.3 codes k12 yearly'),
  (37, 'Ironwood Community College', 'ironwood', 21, 'canvas', '1.1 both grades'),
  (38, 'Clearwater Bridge Academy', 'clearwater', 12, 'canvas', '1.1 both hosted'),
  (39, 'Meadowlark State University', 'meadowlark', 35, 'canvas', '1.3 both grades')
), planned as (
  select n * 40 + place as i, name || case when n > 0 then ' ' || n + 1 else '' end as name,
    slug || case when n > 0 then '' || n + 1 else '' end as slug, weight, lms, words
  from term, generate_series(0, (schools - 1) / 40) n, listed where n * 40 + place < schools
), divided as (
  select p.*, term.courses * sum(weight) over upto / sum(weight) over () - term.courses * (sum(weight) over upto - weight) / sum(weight) over () as courses,
    term.students * sum(weight) over upto / sum(weight) over () - term.students * (sum(weight) over upto - weight) / sum(weight) over () as students,
    now - pg_temp.days(pg_temp.within(i, 'since', 400, 900)) as since
  from term, planned p window upto as (order by i)
)
select nextval('schools_id_seq') as id, d.*, case when words ~ 'hosted' then 'twa_' else '' end || slug as key, i + 1 || ':' || slug as deployment,
  -- Canvas and Blackboard have one issuer for many schools. No server answers under .example.
  case when lms in ('canvas', 'blackboard') then lms || '.cloud.example' else lms || '.' || slug || '.example' end as domain,
  case when lms in ('canvas', 'blackboard') then '10000000000042' else 'signbook-' || slug end as client_id,
  words ~ 'both|cards' as takes_cards, words ~ 'both|codes' as takes_codes, words ~ 'k12' as is_k12, words ~ 'yearly' as is_yearly,
  words ~ 'grades' as is_graded, words ~ 'hosted' as is_hosted, words ~ 'grades' and words ~ '1[.]3' and i % 8 = 1 as has_unit_columns
from (
  select * from divided d where not exists (select from schools s where lower(s.name) = lower(d.name))
    and not exists (select from consumers c where c.key in (slug, 'twa_' || slug))
    and not exists (select from deployments x where x.deployment_id = i + 1 || ':' || slug)
  order by since
) d;

insert into schools (id, name, accepts_payment, accepts_access_code, is_k12, passes_grades, yearly_access, adds_unit_columns, contact, note, created_at, updated_at)
overriding system value
select id, name, takes_cards, takes_codes, is_k12, is_graded, is_yearly, has_unit_columns,
  case when i % 3 = 0 then 'books@' || slug || '.example' else '' end, 'Practice data', since, since from t_schools;

insert into platforms (issuer, client_id, domain, preset, authorization_redirect, public_keys_url, grant_url, created_at, updated_at)
select 'https://' || domain, client_id, domain, lms, 'https://' || domain || '/authorize', 'https://' || domain || '/keys', 'https://' || domain || '/token', min(since), min(since)
from t_schools where words ~ '1[.]3' group by domain, client_id, lms order by min(since)
on conflict do nothing;

create temp table t_connections on commit drop as
select c.*, case version when '1.1' then nextval('consumers_id_seq') end as consumer_id,
  case version when '1.3' then nextval('deployments_id_seq') end as deployment_id
from (
  select s.i, version, p.id as platform_id, p.issuer, p.client_id, s.since
  from t_schools s cross join unnest('{1.1,1.3}'::text[]) version
    left join platforms p on version = '1.3' and p.issuer = 'https://' || s.domain and p.client_id = s.client_id
  where strpos(words, version) > 0 order by since
) c;

insert into consumers (id, school_id, key, sealed_secret, is_hosted, created_at, updated_at) overriding system value
select c.consumer_id, s.id, s.key, current_setting('term.secret'), s.is_hosted, s.since, s.since
from t_connections c join t_schools s using (i) where version = '1.1';

insert into deployments (id, platform_id, deployment_id, school_id, status, seen_name, created_at, updated_at) overriding system value
select c.deployment_id, c.platform_id, s.deployment, s.id, 'approved', regexp_replace(s.name, ' [(].*', ''), s.since, s.since
from t_connections c join t_schools s using (i) where version = '1.3';

-- At some platforms another deployment waits for approval. Its LMS calls itself almost like a school that exists.
insert into deployments (platform_id, deployment_id, status, seen_name, seen_title, seen_at, created_at, updated_at)
select c.platform_id, s.i || '-new:' || substr(md5(s.slug), 1, 8), 'waiting', case when i % 2 = 0 then s.name || ' Online' end,
  pg_temp.pick(i, 'seen title', '{"ASL 1, Evening Section",Deaf Culture and ASL,Introduction to Sign Language}'::text[]), seen_at, seen_at, seen_at
from t_connections c join t_schools s using (i), term, lateral (select now - pg_temp.days(pg_temp.within(i, 'seen at', 0.2, 6)) as seen_at) seen
where version = '1.3' and i % 13 = 0 order by seen_at;

insert into default_products (school_id, product_id) select id, products[1] from t_schools, term where i % 5 = 1;

-- ---- Terms, teachers and courses ---------------------------------------------------------------------------------

-- Year 0 is this autumn, whose fourteenth week is under way; year 1 the last, on the same weekdays.
create temp table t_terms on commit drop as
select s.*, year, (i * 2 + year) * 1000000::bigint as k, starts, starts + interval '111 days' - interval '1 ms' as ends,
  case year when 0 then s.courses else ceil(s.courses * 2 / 3.0)::int end as course_count,
  case year when 0 then s.students else round(s.students * 2 / 3.0)::int end as student_count
from t_schools s, term, generate_series(0, 1) year,
  lateral (select date_trunc('week', now - interval '91 days') - make_interval(days => 364 * year) as starts) start;

-- Two teachers for five courses. At the school with both versions, every second teaches by LTI 1.3.
create temp table t_teachers on commit drop as
select i, year, t.k + 900000 + n as k, n, starts - interval '21 days' as at,
  case when words ~ '1[.]1 1[.]3' then case n % 2 when 0 then '1.3' else '1.1' end when words ~ '1[.]3' then '1.3' else '1.1' end as version
from t_terms t, generate_series(1, ceil(course_count / 2.5)::int) n;

-- Products by level: 1, 2, 3, and sometimes 1 and 2; a 1.3 course has one product. Of this autumn's courses, some wait to be
-- activated, and some close soon by a date that staff set. `before` is the number of students in the courses before it.
create temp table t_courses on commit drop as
with planned as materialized (
  select t.i, t.year, number, -(t.k + number) as k, row_number() over (order by t.k, number) as place,
    1 + floor(pg_temp.rnd(t.k + number, 'teacher') * ceil(course_count / 2.5))::int as teacher,
    1 + floor(pg_temp.rnd(t.k + number, 'helper') * ceil(course_count / 2.5))::int as helper,
    40 + floor(pg_temp.rnd(t.k + number, 'size') * 120)::int as weight
  from t_terms t, generate_series(1, course_count) number
), drawn as materialized (
  select p.*, o.version, o.k as teacher_key, h.k as helper_key, n.given || ' ' || n.family as teacher_name,
    case when year = 0 and place % 50 = 7 then 'waiting' when place % 83 = 11 then 'free' else 'sold' end as kind,
    year = 0 and place % 33 = 5 as closes_soon, width_bucket(pg_temp.rnd(p.k, 'level') * 100, '{58,85,95}'::float8[]) as level,
    sum(weight) over upto as upto, sum(weight) over (partition by p.i, year) as total
  from planned p join t_teachers o using (i, year)
    left join t_teachers h on h.i = p.i and h.year = p.year and h.n = p.helper and h.version = o.version and h.n <> o.n and pg_temp.rnd(p.k, 'has helper') < 0.15,
    lateral pg_temp.name_of(o.k) n
  where o.n = p.teacher window upto as (partition by p.i, year order by number)
), dated as materialized (
  select d.*, t.id as school_id, t.k as term_key, t.starts, t.name as school, t.slug, t.lms, t.is_k12, t.is_yearly, t.is_hosted, t.is_graded,
    t.has_unit_columns, t.takes_cards, t.takes_codes, student_count * (upto - weight) / total as before,
    student_count * upto / total - student_count * (upto - weight) / total as size,
    case kind when 'waiting' then now - pg_temp.days(pg_temp.within(d.k, 'created', 1, 12)) else t.starts - pg_temp.days(pg_temp.within(d.k, 'created', 2, 20)) end as created_at,
    case kind when 'waiting' then '{}' when 'free' then array[free_product] else products[level % 3 + 1 : case when level = 3 and version = '1.1' then 2 else level % 3 + 1 end] end as product_ids,
    case when not closes_soon and pg_temp.rnd(d.k, 'LMS sends an end') < case when lms in ('canvas', 'd2l') then 0.75 else 0.2 end
      then t.ends + make_interval(days => floor(pg_temp.rnd(d.k, 'end') * 6)::int) end as term_ends_at,
    case when closes_soon then date_trunc('day', now) + make_interval(days => 3 + floor(pg_temp.rnd(d.k, 'closes') * 10)::int) - interval '1 ms'
      when pg_temp.rnd(d.k, 'staff set an end') < 0.06 then t.ends + interval '14 days' end as access_until,
    to_char(t.starts, 'YYYY') as fall, lpad('' || 1 + number % 40, 2, '0') as section
  from drawn d join t_terms t using (i, year), term
)
select nextval('courses_id_seq') as id, d.*, created_at + pg_temp.minutes(pg_temp.long_tailed(k, 'activated', 600, 0.9)) as activated_at,
  c.consumer_id, c.deployment_id, c.platform_id,
  case lms when 'moodle' then '' || 2000 + number + year * 500 when 'd2l' then '' || 640000 + (number + year * 500) * 7
    when 'blackboard' then '_' || 31000 + number + year * 500 || '_1' else md5('context' || k) || substr(md5('id' || k), 1, 8) end as context_id,
  case when kind = 'free' then 'ASL Taster, Fall ' || fall
    when is_k12 and pg_temp.rnd(k, 'room') < 0.5 then format('ASL %s, Period %s, %s', level % 3 + 1, 1 + number % 8, fall)
    when is_k12 then format('ASL %s, Room %s, %s', level % 3 + 1, 100 + number, fall)
    when is_hosted then format('American Sign Language %s, Section %s, Fall %s', level % 3 + 1, section, fall)
    else format('ASL %s-%s: %s American Sign Language, Fall %s', ('{101,102,201}'::int[])[level % 3 + 1], section, ('{Beginning,Intermediate,Advanced}'::text[])[level % 3 + 1], fall)
      || case when pg_temp.rnd(k, 'named') < 0.3 then ', ' || teacher_name else '' end end as title
from (select * from dated order by created_at) d join t_connections c using (i, version);

insert into courses (id, school_id, consumer_id, deployment_id, context_id, title, label, canvas_course_id, canvas_domain, term_starts_at, term_ends_at,
  access_until, expires_at, allows_wts, join_token, waiting_told_at, was_activated, created_at, updated_at) overriding system value
select id, school_id, consumer_id, deployment_id, context_id, title, substring(title from '[^:,]+'),
  case when is_hosted then '' || 100000 + i * 1000 + number + year * 500 end, case when is_hosted then 'canvas.example' end,
  case when term_ends_at is not null then starts end, term_ends_at, access_until,
  case when pg_temp.rnd(k, 'sign-up ends') < 0.15 then starts + interval '43 days' - interval '1 ms' end, pg_temp.rnd(k, 'web tool') < 0.6,
  'c_' || md5('join' || k), case when kind = 'waiting' then created_at + interval '10 minutes' end, kind <> 'waiting', created_at, created_at
from t_courses;

insert into course_products (course_id, product_id) select id, unnest(product_ids) from t_courses;

insert into activations (course_id, staff_id, product_ids, activated_at)
select id, case when pg_temp.rnd(k, 'by staff') < 0.6 then pg_temp.pick(k, 'activates', changers) end, product_ids, activated_at
from t_courses, term where kind <> 'waiting' order by activated_at;

create temp table t_teaching on commit drop as
select c.id as course_id, k * 2 - place as k, teacher as teacher_key, version, created_at as at
from t_courses c, unnest(array[teacher_key, helper_key]) with ordinality as taught (teacher, place) where teacher is not null;

-- ---- People ------------------------------------------------------------------------------------------------------

-- One row for each student of a course, with the instant of their first launch. Most come in the first weeks, some with a
-- course of the second half. Nobody came later than ten minutes ago.
create temp table t_seats on commit drop as
select c.id as course_id, term_key + before + seat as k, kind = 'sold' and is_hosted and pg_temp.rnd(term_key + before + seat, 'signs up') < 0.5 as signs_up,
  case when kind = 'waiting' then date_trunc('second', created_at + (now - interval '20 minutes' - created_at) * pg_temp.rnd(term_key + before + seat, 'waits since'))
    when came > created_at then came else created_at + pg_temp.minutes(pg_temp.within(term_key + before + seat, 'first day', 60, 6000)) end as at
from term, t_courses c, generate_series(1, size) seat, lateral (
  select starts + make_interval(days => 7 * width_bucket(pg_temp.rnd(term_key + before + seat, 'week') * case year when 0 then 105 else 106 end,
      '{6,33,55,67,74,78,81,87,95,99,101,103,104,105,105.5}'::float8[])
    + width_bucket(pg_temp.rnd(term_key + before + seat, 'weekday') * 5.5, '{1.2,2.3,3.3,4.2,4.8,5.05}'::float8[]))
    + pg_temp.time_of_day(term_key + before + seat, 'hour') as at
  offset 0
) arrival, lateral (select case when arrival.at > now - interval '10 minutes' then arrival.at - interval '7 days' else arrival.at end as came) mended;

-- Some LMSs send no name or no email. Somebody who signed up has both, and no LMS.
create temp table t_people on commit drop as
select nextval('people_id_seq') as id, p.*, case when is_named then given || ' ' || family end as name,
  case when has_email then regexp_replace(lower(normalize(case when teaches or not is_k12 then given else left(given, 1) end, NFD)), '[^a-z]', '', 'g')
    || case when teaches or not is_k12 then '.' else '' end || regexp_replace(lower(normalize(family, NFD)), '[^a-z]', '', 'g')
    || k % 1000000 % 900000 * 2 + year || '@' || case when teaches then '' else 'student.' end || slug || '.example' end as email
from (
  select x.k, x.at, x.signs_up, x.teaches, s.is_k12, s.slug, x.year, n.given, n.family,
    case when not signs_up then c.consumer_id end as consumer_id, case when not signs_up then c.platform_id end as platform_id,
    signs_up or teaches or pg_temp.rnd(x.k, 'no name') >= 0.02 as is_named, signs_up or pg_temp.rnd(x.k, 'no email') >= 0.05 as has_email
  from (
    select k, i, year, version, at, false as signs_up, true as teaches from t_teachers
    union all select t.k, c.i, c.year, c.version, t.at, t.signs_up, false from t_seats t join t_courses c on c.id = t.course_id
  ) x join t_schools s using (i) join t_connections c using (i, version), lateral pg_temp.name_of(x.k) n
  order by x.at, x.k
) p;
analyze t_people;

insert into people (id, consumer_id, platform_id, lti_user_id, email, email_verified_at, name, given_name, family_name, created_at, updated_at) overriding system value
select id, consumer_id, platform_id, case when not signs_up then pg_temp.uuid('person' || k) end, email, case when signs_up then at - interval '1 minute' end,
  name, case when is_named then given end, case when is_named then family end, at, at
from t_people order by id;

insert into course_teachers (course_id, person_id) select course_id, p.id from t_teaching t join t_people p on p.k = t.teacher_key;

-- Everyone who launches by LTI 1.3 has a row of the course, teachers too.
create temp table t_rows on commit drop as
select nextval('entitlements_id_seq') as id, r.* from (
  select t.course_id, t.k, p.id as person_id, 'instructor' as role, t.at from t_teaching t join t_people p on p.k = t.teacher_key where version = '1.3'
  union all select t.course_id, t.k, p.id, 'learner', t.at from t_seats t join t_people p using (k)
  order by at, k
) r;

-- ---- What became of each student ---------------------------------------------------------------------------------

-- A student gets access by a code, a card, staff or a free course, at `in_at` and until `end_at`; or not yet (`way` none).
-- The steps before and after: `opened_at` is when the course was open to them, `left_at` when they left a checkout,
-- `after` what followed a payment, at `after_at`: a refund, a refund of a part, a dispute, or a second payment.
-- `lost_at` is when access was taken away, and `is_over` says that its time has run out.
create temp table t_students on commit drop as
with arrived as materialized (
  select r.id, r.person_id, r.course_id, r.k, r.at, p.signs_up, p.email, p.name, c.i, c.year, c.version, c.kind, c.product_ids, c.title, c.school, c.school_id,
    c.context_id, c.slug, c.is_graded and not p.signs_up as is_graded, c.has_unit_columns, c.is_k12, c.is_yearly, c.takes_cards, c.takes_codes, c.access_until, c.term_ends_at,
    -- A course opens for those who came before it was activated when they come back.
    case when r.at > c.activated_at then r.at else c.activated_at + pg_temp.minutes(pg_temp.long_tailed(r.k, 'comes back', 300, 1)) end as opened_at,
    case when c.kind = 'sold' then pg_temp.rnd(r.k, 'way') * (case when takes_codes then 47 else 0 end + case when takes_cards then 42 else 0 end
      + 1.5 + case when takes_codes and takes_cards then 8 else 5 end) end as draw
  from t_rows r join t_people p on p.id = r.person_id join t_courses c on c.id = r.course_id where r.role = 'learner'
), wanted as materialized (
  select a.*, case when kind = 'waiting' then 'none' when kind = 'free' then 'free' when takes_codes and draw < 47 then 'code'
    when takes_cards and draw - case when takes_codes then 47 else 0 end between 0 and 42 then 'card'
    when draw - case when takes_codes then 47 else 0 end - case when takes_cards then 42 else 0 end < 1.5 then 'staff' else 'none' end as way
  from arrived a
), entered as materialized (
  select w.*, opened_at + pg_temp.minutes(case when way = 'free' then 0 when way = 'staff' then pg_temp.long_tailed(k, 'wait', 1500, 0.8)
    -- Some students wait for days until they have a code.
    when way = 'code' and pg_temp.rnd(k, 'no code yet') < 0.25 then pg_temp.long_tailed(k, 'wait', 2200, 0.8)
    else pg_temp.long_tailed(k, 'wait', case way when 'card' then 5 else 3.5 end, 0.9) end) as wanted_at
  from wanted w
), let_in as materialized (
  select e.*, way <> 'none' and wanted_at < now - interval '1 minute' as acts,
    -- The rules of docs/rules/access.md: the date of staff, else of the LMS, else six months; in some schools at least a year.
    (select case when not is_yearly then coalesce(course_end, half_year) when course_end > year_after then course_end else year_after end from
      (select case when access_until > wanted_at then access_until when term_ends_at > wanted_at then term_ends_at end as course_end,
        (wanted_at at time zone 'UTC' + interval '6 months') at time zone 'UTC' as half_year,
        (wanted_at at time zone 'UTC' + interval '1 year') at time zone 'UTC' as year_after) dates) as end_at,
    way = 'none' and kind = 'sold' and opened_at < now - interval '2 minutes' and pg_temp.rnd(k, 'lingers') >= 0.4 as lingers
  from entered e, term
), acted as materialized (
  select l.*, case when acts then way else 'none' end as did, acts and way = 'card' and wanted_at > now - interval '21 days' and pg_temp.rnd(k, 'wrong amount') < 0.03 as is_wrong,
    acts and way = 'card' and cardinality(product_ids) > 1 and takes_codes and pg_temp.rnd(k, 'code too') < 0.3 as has_code_too,
    lingers and cardinality(product_ids) > 1 and takes_codes and pg_temp.rnd(k, 'half of the codes') < 0.5 as has_half,
    wanted_at + pg_temp.days(pg_temp.within(k, 'removed', 2, 25)) as may_go_at, wanted_at + pg_temp.days(pg_temp.within(k, 'after', 1, 20)) as may_follow_at,
    wanted_at - pg_temp.days(pg_temp.within(k, 'left', 2, 5)) as may_leave_at, wanted_at > now - interval '28 days' as is_recent
  from let_in l, term
), followed as materialized (
  select a.*, case when did <> 'none' and not is_wrong then wanted_at end as in_at,
    case when did = 'code' and pg_temp.rnd(k, 'is removed') < 0.006 and may_go_at < least(now, end_at) then may_go_at end as removed_at,
    case when did = 'card' and may_leave_at > at and pg_temp.rnd(k, 'leaves') < 0.4 then may_leave_at
      when lingers and takes_cards and cardinality(product_ids) = 1 and opened_at < now - interval '2 days' and pg_temp.rnd(k, 'leaves') < 0.4 then opened_at + interval '3 minutes' end as left_at,
    case when did = 'card' and not is_wrong and may_follow_at < least(now, end_at) then may_follow_at end as after_at,
    -- Staff find more that waits for them in the last weeks.
    case when pg_temp.rnd(k, 'what follows') < 0.03 then 'refund'
      when pg_temp.rnd(k, 'what follows') < case when is_recent then 0.045 else 0.034 end then 'part'
      when pg_temp.rnd(k, 'what follows') < case when is_recent then 0.07 else 0.039 end then 'dispute'
      when pg_temp.rnd(k, 'what follows') < case when is_recent then 0.1 else 0.045 end then 'second' end as what_follows
  from acted a, term
), decided as materialized (
  select f.*, case when after_at is not null then what_follows end as after,
    case when what_follows = 'dispute' then after_at + pg_temp.days(pg_temp.within(k, 'decided', 12, 30)) end as decided_at
  from followed f
), judged as materialized (
  select d.*, case when after = 'dispute' then case when decided_at > now then 'open' when pg_temp.rnd(k, 'wins') < 0.5 then 'won' else 'lost' end end as dispute
  from decided d, term
)
select j.*, lost_at, in_at is not null and lost_at is null and end_at <= now as is_over,
  case when did in ('code', 'card') then greatest(at, wanted_at - interval '1 minute') when lingers then opened_at + interval '1 minute' end as agreed_at,
  case when did = 'staff' then pg_temp.pick(k, 'lets in', changers) end as staff_id,
  case when in_at is not null and did = 'card' then 'evt_term' || substr(md5('event' || k), 1, 20) end as event
from judged j, term, lateral (
  select coalesce(removed_at, case when after = 'refund' then after_at when dispute = 'lost' and decided_at < end_at then decided_at end) as lost_at
) loss;
analyze t_students;

insert into entitlements (id, kind, course_id, person_id, token, session_id, created_via, role, agreed_at, agreed_terms, processed_at, processed_by, source,
  unprocessed_at, access_ends_at, stripe_event_id, created_at, updated_at) overriding system value
select r.id, e.kind, r.course_id, r.person_id, left(e.kind, 1) || '_' || md5('token' || r.k), pg_temp.uuid('session' || r.k),
  case when s.signs_up then 'sign_up' else 'launch' end, r.role, s.agreed_at, case when s.agreed_at is not null then current_setting('term.terms') end,
  case when is_in then s.in_at end, case when is_in then s.staff_id end, case when is_in then s.did end,
  s.lost_at, case when s.in_at is not null and s.lost_at is null then s.end_at end, case when is_in then s.event end, r.at,
  coalesce(s.lost_at, case when s.is_over then s.end_at end, s.in_at, r.at)
from t_rows r left join t_students s using (id),
  lateral (select case when s.version = '1.1' then 'enrollment' else 'membership' end as kind, s.in_at is not null and s.lost_at is null and not s.is_over as is_in) e
order by r.id;

-- Who signed up here has a login and an enrollment in the publisher's Canvas.
insert into canvas_users (domain, login, canvas_user_id, chosen, asked_at, created_at)
select 'canvas.example', email, '' || 700000 + person_id, true, at, at from t_students where signs_up and in_at is not null;

insert into canvas_enrollments (entitlement_id, canvas_enrollment_id, is_active, updated_at)
select id, '' || 900000 + id, lost_at is null and not is_over, coalesce(lost_at, case when is_over then end_at end, in_at) + interval '30 seconds'
from t_students where signs_up and in_at is not null;

insert into code_tries (entitlement_id, code_hash, answer, count, first_at, last_at)
select id, substr(md5('try' || k), 1, 16), 'code_unknown', 1 + floor(pg_temp.rnd(k, 'tries') * 4)::int, opened_at + interval '2 minutes', opened_at + interval '2 minutes'
from t_students where lingers and takes_codes and pg_temp.rnd(k, 'wrong code') < 0.3 order by opened_at;

-- ---- Codes -------------------------------------------------------------------------------------------------------

-- A school orders codes for a product and a term, 400 at a time. Students use one each, but a K-12 school has a code for
-- each class of 35. Some schools used 30 of an earlier order first, which expires soon.
create temp table t_uses on commit drop as
with used as (
  select s.id as entitlement_id, i, year, product_id, course_id, used_at, is_k12,
    case when removed_at is not null then removed_at when is_over then end_at end as voided_at,
    case when is_k12 then (row_number() over (partition by course_id, product_id order by used_at, k) - 1) / 35 end as of_class, k
  from t_students s, lateral (
    select product_id, wanted_at as used_at from unnest(product_ids) product_id where did = 'code'
    union all select product_ids[1], wanted_at - interval '1 minute' where has_code_too
    union all select product_ids[1], opened_at + interval '2 minutes' where has_half
  ) code
), numbered as (
  select u.*, case when is_k12 then dense_rank() over (partition by i, year, product_id order by course_id, of_class)
    else row_number() over (partition by i, year, product_id order by used_at, k) end - 1 as n,
    case when year = 0 and i % 9 = 4 then 370 else 0 end as ahead
  from used u
)
select numbered.*, (n + ahead) / 400 as batch from numbered;

create temp table t_batches on commit drop as
with grouped as (
  select i, year, product_id, batch, min(ahead) > 0 and batch = 0 as is_old, bool_and(is_k12) as is_k12, min(n) as first, max(n) - min(n) + 1 as used, min(used_at) as used_at,
    batch = max(batch) over (partition by i, year, product_id) as is_last, (i * 2 + year) * 1000000::bigint + product_id * 1000 + batch as k
  from t_uses group by i, year, product_id, batch
), dated as (
  select g.*, t.id as school_id, t.name as school, t.ends, used + 3 + ceil(used * case when is_last then pg_temp.within(g.k, 'spare', 0.5, 1.3) else 0.15 end)::int as size,
    least(t.starts + pg_temp.days(case when is_old then -200 else 21 * batch - pg_temp.within(g.k, 'ordered', 10, 24) end), used_at - interval '1 day') as at,
    case when is_old then date_trunc('day', now) + make_interval(days => 4 + floor(pg_temp.rnd(g.k, 'expires') * 9)::int) else t.ends + interval '230 days' + interval '1 ms' end
      - interval '1 ms' as expires_at,
    case when is_old then 'spring order' when batch = 0 then 'bookstore, fall' else 'second order' end as which
  from grouped g join t_terms t using (i, year), term
)
select nextval('coupon_batches_id_seq') as id, d.* from (select * from dated order by at, k) d;

insert into coupon_batches (id, school_id, product_id, staff_id, size, note, created_at) overriding system value
select id, school_id, product_id, manager, size, school || ', ' || which, at from t_batches, term order by id;

create temp table t_coupons on commit drop as
select nextval('coupons_id_seq') as id, c.* from (
  select b.id as batch_id, b.i, b.year, b.product_id, b.is_k12, b.expires_at, b.at, first + place as n
  from t_batches b, generate_series(0, size - 1) place order by b.id, place
) c;
analyze t_coupons;
analyze t_uses;

-- Twelve letters without vowels, as staff draw them. Spare codes of a batch have no use: the next batch begins with its own.
create temp table t_used on commit drop as
select c.id, u.entitlement_id, u.product_id, u.used_at, u.voided_at
from t_uses u join t_batches b using (i, year, product_id, batch) join t_coupons c on c.batch_id = b.id and c.n = u.n;

insert into coupons (id, coupon_code, code_key, product_id, max_usage, used, expires_at, batch_id, created_at, updated_at) overriding system value
select c.id, regexp_replace(key, '(....)(....)(....)', '\1-\2-\3'), key, product_id, case when is_k12 then 35 else 1 end, coalesce(u.used, 0), expires_at, batch_id, at, at
from t_coupons c left join (select id, count(*) as used from t_used group by id) u using (id),
  lateral (select translate(pg_temp.scramble(c.id, 6) || substr(md5('code' || c.id), 1, 6), '0123456789abcdef', 'CDFGHJKMNPQRTVWX') as key) code
order by c.id;

insert into coupon_uses (coupon_id, entitlement_id, product_id, attached_at, voided_at)
select id, entitlement_id, product_id, used_at, voided_at from t_used order by used_at, entitlement_id, product_id;

-- ---- Card payments -----------------------------------------------------------------------------------------------

-- Every product costs $49. A checkout is paid, paid with a wrong amount, left and expired, or a second one for the same
-- products, whose payment goes back at once or waits for staff. `back_at` is the time of a refund.
create temp table t_checkouts on commit drop as
select nextval('checkouts_id_seq') as id, x.*, 'cs_test_term' || md5(what || k) || substr(md5(k || what), 1, 8) as session,
  case when what <> 'left' then 'pi_term' || substr(md5('intent' || what || k), 1, 20) end as intent
from (
  select s.id as entitlement_id, s.k, s.course_id, s.email, s.name, s.title, s.school, s.in_at, s.end_at, s.lost_at, s.is_over, s.after, s.after_at, s.dispute, s.decided_at, c.*,
    case when what <> 'left' then c.at end as completed_at, cardinality(bought) * 4900 as amount,
    case what when 'wrong' then 3900 when 'left' then null else cardinality(bought) * 4900 end as total,
    case when what = 'paid' and after in ('refund', 'part') then after_at when what = 'second' and second_back < now - interval '3 days' then second_back end as back_at
  from t_students s, term, lateral (select after_at + pg_temp.days(pg_temp.within(k, 'second back', 0.3, 6)) as second_back) b,
    lateral (select product_ids[case when has_code_too then 2 else 1 end : case when is_wrong and not has_code_too then 1 else 2 end] as own) o,
    lateral (
      select case when is_wrong then 'wrong' else 'paid' end as what, wanted_at as at, wanted_at - pg_temp.minutes(pg_temp.within(k, 'pays for', 1, 4)) as created_at, own as bought where did = 'card'
      union all select 'second', after_at, after_at - pg_temp.minutes(pg_temp.within(k, 'pays again for', 1, 4)), own where after = 'second'
      union all select 'left', left_at, left_at, product_ids where left_at is not null
    ) c
  order by c.at, s.k
) x;
analyze t_checkouts;

insert into checkouts (id, stripe_session_id, entitlement_id, course_id, amount, currency, livemode, status, receipt_email, payment_intent, total, findings,
  created_at, expires_at, completed_at) overriding system value
select id, session, entitlement_id, course_id, amount, 'usd', false, case what when 'left' then 'expired' when 'wrong' then 'flagged' else 'paid' end, email, intent, total,
  case what when 'wrong' then '{wrong_amount}' when 'second' then '{late}' else '{}' end::text[], created_at, created_at + interval '1 day', completed_at
from t_checkouts order by id;

insert into checkout_lines (checkout_id, product_id, price_id, amount, covers, voided_at)
select c.id, p.id, p.stripe_price_id, case what when 'left' then null when 'wrong' then 3900 else 4900 end, counts and not is_over, case when counts and is_over then end_at end
from t_checkouts c cross join unnest(bought) product_id join products p on p.id = product_id,
  lateral (select case what when 'paid' then lost_at is null when 'second' then back_at is null else false end as counts) l
order by c.id, p.id;

insert into stripe_events (id, type, taken_at)
select event, 'checkout.session.completed', in_at from t_students where event is not null;

insert into card_payments (payment_intent, charged, refunded)
select intent, total, case when back_at is null then 0 when what = 'paid' and after = 'part' then 1000 else amount end from t_checkouts where intent is not null;

-- A refund made at the provider names no products.
insert into card_refunds (refund_id, payment_intent, amount, failed, product_ids, made_by, at)
select 're_term' || substr(md5('refund' || intent), 1, 20), intent, case when is_part then 1000 else amount end, false,
  case when is_part then '{}' else bought end, case when not is_part then 'staff:' || pg_temp.pick(k, 'refunds', changers) end, back_at
from t_checkouts, term, lateral (select what = 'paid' and after = 'part' as is_part) p where back_at is not null;

insert into card_disputes (dispute_id, payment_intent, state, at)
select 'dp_term' || substr(md5('dispute' || k), 1, 20), intent, dispute, case dispute when 'open' then after_at else decided_at end
from t_checkouts where what = 'paid' and dispute is not null;

-- A flag closes by itself once its reason is gone, or staff close it some days later.
insert into payment_flags (checkout_id, kind, opened_at, closed_at, closed_by, note)
select id, f.kind, f.at, case when f.by_system then f.gone_at else f.settled_at end,
  case when f.by_system then case when f.gone_at is not null then 'system' end when f.settled_at is not null then 'staff:' || pg_temp.pick(k, 'settles', changers) end,
  case when not f.by_system and f.settled_at is not null then 'Settled with the student' end
from term, t_checkouts c, lateral (
  select kind, flagged.at, by_system, gone_at, case when not by_system and settled < now - interval '5 days' then settled end as settled_at
  from (
    select 'wrong_amount' as kind, completed_at as at, true as by_system, null::timestamptz as gone_at where what = 'wrong'
    union all select 'partial_refund', after_at, false, null where what = 'paid' and after = 'part'
    union all select 'refund_due', completed_at, true, back_at where what = 'second'
    union all select 'dispute_open', after_at, true, case when dispute <> 'open' then decided_at end where what = 'paid' and dispute is not null
    union all select 'dispute_lost', decided_at, false, null where what = 'paid' and dispute = 'lost'
  ) flagged, lateral (select flagged.at + pg_temp.days(pg_temp.within(k, 'settled', 0.2, 4)) as settled) s
) f
order by f.at;

-- The nightly comparison with the card provider.
insert into reconciliations (at, actor, compared, healed, open)
select date_trunc('day', now) - make_interval(days => ago) + interval '143 minutes', 'system', 40 + floor(pg_temp.rnd(ago, 'compared') * 60)::int, '{}', '{}'
from term, generate_series(30, 1, -1) ago where exists (select from t_schools where i = 0);

-- ---- Grades ------------------------------------------------------------------------------------------------------

-- A launch names its grade column. By LTI 1.1 the book has one, and a fifth of the students opened a second graded link. By
-- LTI 1.3 we made one column for each course, and some schools ask for one of each unit link. Removed students got a 0; a
-- grade stays when access runs out.
create temp table t_targets on commit drop as
select nextval('grade_targets_id_seq') as id, g.*, case when version = '1.1' then service || ' ' || sourced else coalesce(item, items) || ' ' || pg_temp.uuid('person' || k) end as sent_to
from (
  select s.id as entitlement_id, s.k, s.i, s.version, s.at, s.in_at, s.lost_at, s.course_id, link, sourced, item,
    case when version = '1.1' then 'https://lms.' || slug || '.example/grades' end as service,
    case when version = '1.3' then 'https://lms.' || slug || '.example/api/lti/courses/' || course_id || '/line_items' end as items,
    i % 11 = 3 and pg_temp.rnd(k, 'rejected') < 0.04 as is_rejected
  from t_students s, lateral (
    select 'book' as link, 'gb-' || course_id || '-' || person_id as sourced, null as item where version = '1.1'
    union all select 'review', 'gr-' || course_id || '-' || person_id, null where version = '1.1' and pg_temp.rnd(k, 'second link') < 0.2
    union all select '', null, null where version = '1.3'
    union all select 'unit-' || unit, null, 'https://lms.' || slug || '.example/api/lti/courses/' || course_id || '/line_items/' || 100 + unit
      from generate_series(1, 4) unit where version = '1.3' and has_unit_columns and pg_temp.rnd(k, 'unit ' || unit) < 0.6
  ) target
  where is_graded order by s.at, s.k, link
) g;

insert into grade_targets (id, entitlement_id, resource_link, sourced_id, outcome_service_url, line_item_url, line_items_url, scopes, sent_to, score, sent_at, problem, created_at, updated_at)
overriding system value
select id, entitlement_id, link, sourced, service, item, items,
  case when version = '1.3' then '{https://purl.imsglobal.org/spec/lti-ags/scope/lineitem,https://purl.imsglobal.org/spec/lti-ags/scope/score}' else '{}' end::text[],
  case when in_at is not null then sent_to end, case when in_at is null or is_rejected then null when lost_at is not null then 0 else 1 end,
  case when not is_rejected then coalesce(lost_at, in_at) + interval '6 seconds' end,
  case when in_at is not null and is_rejected then 'The LMS answered 404: this column was deleted' end, at, coalesce(lost_at, in_at, at)
from t_targets order by id;

insert into own_columns (line_items_url, line_item_url, created_at)
select items, items || '/1', min(in_at) from t_targets where version = '1.3' and in_at is not null group by items order by min(in_at);

-- Some servers of LMSs did not answer for days.
insert into pgboss.job (name, data, state, created_on, start_after)
select 'dead', jsonb_build_object('name', 'grade', 'attempt', 8, 'data', jsonb_build_object('targetId', id), 'error', 'the LMS answered 503'), 'created', at, at
from term, t_targets t, lateral (select in_at + interval '1900 minutes' as at) failed
where failed.at < now and in_at > now - interval '9 days' and pg_temp.rnd(k, 'does not answer') < 0.06 order by failed.at;

-- ---- Mail and help -----------------------------------------------------------------------------------------------

-- Mail of the last year: the welcome, the receipt, and the reminder two weeks before access ends. Some addresses bounce.
insert into messages (key, kind, recipient, data, created_at, sent_at, refused_at)
select m.key, m.kind, email, jsonb_build_object('name', name, 'course', title, 'school', school, 'courseUrl', null) || m.data, m.at,
  case when not bounces then m.at + interval '3 seconds' end, case when bounces then m.at + interval '3 seconds' end
from (
  select 'welcome:' || id as key, 'welcome' as kind, email, name, title, school, jsonb_build_object('accessEndsAt', pg_temp.iso(end_at)) as data, in_at as at,
    pg_temp.rnd(k, 'bounces') < case when in_at > now - interval '12 days' then 0.02 else 0.0012 end as bounces
  from t_students, term where in_at is not null
  union all
  select 'access-ends:' || id || ':' || floor(extract(epoch from end_at)), 'access-ends', email, name, title, school, jsonb_build_object('accessEndsAt', pg_temp.iso(end_at)),
    end_at - interval '14 days', false
  from t_students, term where in_at < end_at - interval '14 days' and end_at - interval '14 days' < least(now, lost_at)
  union all
  select 'receipt:' || session, 'receipt', email, name, title, school, jsonb_build_object('total', '$' || amount / 100 || '.00', 'reference', right(session, 10), 'paidAt', pg_temp.iso(completed_at),
    'lines', (select jsonb_agg(jsonb_build_object('product', p.name, 'amount', '$49.00') order by p.id) from products p where p.id = any(bought))), completed_at, false
  from t_checkouts where what in ('paid', 'second')
) m, term
where email is not null and m.at > now - interval '1 year' order by m.at;

-- Requests of the last six weeks. Most were answered within two days; those of the last days wait.
create temp table t_help on commit drop as
select nextval('help_requests_id_seq') as id, h.*, case when answer_at < now - interval '1 day' then answer_at end as answered_at, pg_temp.pick(k, 'answers', changers) as staff_id
from term, (
  select s.id as entitlement_id, s.k, s.email, s.title, s.context_id, s.version, asked.at, asked.at + pg_temp.minutes(pg_temp.long_tailed(k, 'answer', 700, 0.9)) as answer_at
  from term, t_students s, lateral (select now - pg_temp.days(pg_temp.within(k, 'asks on', 0.05, case when pg_temp.rnd(k, 'asked recently') < 0.35 then 3 else 42 end)) as at) asked
  where year = 0 and email is not null and pg_temp.rnd(k, 'asks') < 0.005 and asked.at > s.at order by asked.at
) h;

insert into help_requests (id, at, email, text, facts, answered_at) overriding system value
select id, at, email, pg_temp.pick(k, 'question', array[
  'My code card got wet and I cannot read the last part. It starts with K7 and then maybe a Q.',
  'I paid yesterday and it still asks me for a code. My roommate paid at the same time and hers works.',
  'The page says my code is for another course. The bookstore gave me this one. What do I do?',
  'I switched sections and now the book wants me to pay again.',
  'Can I get a receipt with the name of my school on it? My scholarship office needs one.',
  'It will not open on my iPad. The page stays white. It works at the library.',
  'My mom paid with her card and the email went to her. Can you send it to me too?',
  'I dropped the class in the first week. How do I get my money back?',
  'I typed the code five times. It says wait a few minutes. I have class in ten.',
  'Does my access end in December? I am taking ASL 2 in the spring and want to look things up.',
  'I signed up with the wrong email address. How can I change it?',
  'The video in Unit 3 stops after two seconds for our whole class.',
  'Hello, I teach period 3. Two of my students see a page about codes, but the school bought them for everyone.',
  'I am repeating the course. Do I need to buy it again?']),
  jsonb_build_object(case version when '1.1' then 'enroll_token' else 'lti_token' end, case version when '1.1' then 'e_' else 'm_' end || md5('token' || k),
    'course_title', title, 'context_id', context_id, 'email', email), answered_at
from t_help order by id;

-- ---- The audit log -----------------------------------------------------------------------------------------------

-- What staff and the system changed and whom staff viewed, by time.
insert into audit (at, actor, action, subject_kind, subject_id, subject_key, before, after, reason)
with staff_lines as (
  select since as at, manager as staff_id, 'create-school' as action, 'school' as kind, id, null as key, null::jsonb as before, jsonb_build_object('name', name) as after, null as reason from t_schools, term
  union all select c.since, manager, 'change-deployment', 'deployment', deployment_id, null, '{"status": "waiting"}', '{"status": "approved"}', null from t_connections c, term where version = '1.3'
  union all select now - interval '130 days', manager, 'set-default-products', 'school', id, null, '{"defaultProducts": []}', '{"defaultProducts": ["ASL1"]}', null from t_schools, term where i % 5 = 1
  union all select now - pg_temp.days(pg_temp.within(i, 'changed', 2, 60)), manager, 'update-school', 'school', id, null, jsonb_build_object('yearlyAccess', not is_yearly),
    jsonb_build_object('yearlyAccess', is_yearly), null from t_schools, term where i % 7 = 3
  -- The end of the days with a wrong secret; see the launches.
  union all select date_trunc('day', now) - interval '8 days' + interval '17 hours', manager, 'rotate-secret', 'consumer', consumer_id, null, null, null, 'Secret was mistyped in the LMS'
    from t_connections, term where version = '1.1' and i % 13 = 2
  union all select at, manager, 'create-access-codes', 'batch', b.id, null, null, jsonb_build_object('product', product_code, 'codes', size, 'maxUsage', case when is_k12 then 35 else 1 end,
    'expiresAt', pg_temp.iso(expires_at), 'note', school || ', ' || which), null from t_batches b join products p on p.id = product_id, term
  union all select in_at, staff_id, 'process', 'entitlement', id, null, '{"source": null}', '{"source": "staff", "restored": []}', pg_temp.pick(k, 'why in',
    '{"Teacher confirmed by email, code card was lost",Bookstore sold the wrong product,"Paid by check, school office confirmed","Retakes the course, same book"}'::text[])
    from t_students where staff_id is not null
  union all select removed_at, pg_temp.pick(k, 'removes', changers), 'unprocess', 'entitlement', s.id, null, jsonb_build_object('source', did, 'processedAt', pg_temp.iso(in_at)),
    jsonb_build_object('voided', (select jsonb_agg(c.coupon_code) from t_used u join coupons c using (id) where u.entitlement_id = s.id)),
    pg_temp.pick(k, 'why out', '{Dropped the course,"Same student, second account","Teacher asked: wrong section"}'::text[]) from t_students s, term where removed_at is not null
  union all select back_at, pg_temp.pick(k, 'refunds', changers), 'refund-payment', 'entitlement', entitlement_id, null, null,
    jsonb_build_object('payment', session, 'amount', '$' || amount / 100 || '.00', 'products', (select jsonb_agg(product_code order by id) from products p where p.id = any(bought))),
    case what when 'second' then 'Paid twice' else pg_temp.pick(k, 'why back', '{Dropped the course,Has a code from the bookstore,Bought for the wrong section,Parent paid too}'::text[]) end
    from t_checkouts, term where back_at is not null and not (what = 'paid' and after = 'part')
  union all select at + interval '30 minutes', staff_id, 'view', 'entitlement', entitlement_id, null, null, null, null from t_help
  union all select answered_at, staff_id, 'answer-help', 'person', null, 'help request ' || id, null, null, null from t_help
  union all select viewed.at, pg_temp.pick(k, 'views', staff), 'view', 'entitlement', id, null, null, null, null from t_students s, term,
    lateral (select now - pg_temp.days(pg_temp.within(k, 'viewed', 0, 40)) as at) viewed where year = 0 and pg_temp.rnd(k, 'is viewed') < 1 / 60.0 and viewed.at > s.at
), system_lines as (
  select lost_at as at, 'unprocess' as action, id, '[]'::jsonb as voided, did, in_at,
    case after when 'dispute' then 'dispute' else pg_temp.pick(k, 'why back', '{Dropped the course,Has a code from the bookstore,Bought for the wrong section,Parent paid too}'::text[]) end as reason
  from t_students where lost_at is not null and removed_at is null
  union all select end_at + interval '1 hour', 'end-access', s.id, coalesce(u.codes, '[]'), did, in_at, null from t_students s
    left join (select entitlement_id, jsonb_agg(c.coupon_code) as codes from t_used join coupons c using (id) group by 1) u on u.entitlement_id = s.id where is_over
)
select l.* from term, (
  select at, 'staff:' || staff_id, action, kind, id, key, before, after, reason from staff_lines
  union all select at, 'system', action, 'entitlement', id, null, jsonb_build_object('source', did, 'processedAt', pg_temp.iso(in_at)), jsonb_build_object('voided', voided), reason from system_lines
  union all select a.activated_at, coalesce('staff:' || a.staff_id, 'system'), 'activate-course', 'course', a.course_id, null, '{"products": []}',
    jsonb_build_object('products', (select jsonb_agg(product_code order by id) from products where id = any(a.product_ids))), null from activations a join t_courses c on c.id = a.course_id
) l where l.at < term.now order by l.at;

-- ---- Launches ----------------------------------------------------------------------------------------------------

-- The diary of the last 30 days: students of this autumn open the course on a fifth of the school days, and sometimes on a
-- weekend; teachers more often. At one school of thirteen a wrong secret refused most launches for two days.
insert into launch_diary (id, at, reference, version, outcome, consumer_key, binding, issuer, client_id, deployment_id, school, context_id, skew_seconds, parameters, detail)
overriding system value
with visitors as materialized (
  select k, course_id, at, false as teaches from t_students where year = 0
  union all select t.k, course_id, t.at, true from t_teaching t join t_courses c on c.id = t.course_id where year = 0
), visits as materialized (
  select v.course_id, v.teaches, day.k, day.ago, day.start + pg_temp.time_of_day(day.k, 'visit') as at, v.at as since
  from term, (select ago, date_trunc('day', now) - make_interval(days => ago) as start from term, generate_series(0, 29) ago) d, visitors v,
    lateral (select v.k * 32 + d.ago as k, d.ago, d.start) day
  where v.at < d.start + interval '1 day'
    and pg_temp.rnd(v.k * 32 + d.ago, 'visits') < visits * case when extract(isodow from d.start) > 5 then 0.35 else 1 end * case when v.teaches then 1.5 else 1 end
), opened as materialized (
  select v.at, v.k, v.teaches, c.version, c.i, c.course_id, c.school, c.context_id,
    case when c.is_bad and v.ago in (8, 9) then case when pg_temp.rnd(v.k, 'refused') < 0.8 then 'signature' end
      when pg_temp.rnd(v.k, 'refused') < 0.012 then case c.version
        when '1.1' then ('{timestamp,nonce,signature,parameter}'::text[])[1 + width_bucket(pg_temp.rnd(v.k, 'why') * 12, '{5,9,11}'::float8[])]
        else ('{browser,state,expired,deployment,issuer}'::text[])[1 + width_bucket(pg_temp.rnd(v.k, 'why') * 12.5, '{5,9,11,12}'::float8[])] end end as refused
  from term, visits v join (select id as course_id, version, i, school, context_id, version = '1.1' and i % 13 = 2 as is_bad from t_courses) c using (course_id)
  where v.at >= v.since and v.at < now order by v.at
), numbered as (
  select nextval('launch_diary_id_seq') as id, o.* from opened o
)
select n.id, n.at, upper(left(digits, 5) || '-' || right(digits, 5)), version,
  coalesce(refused, case when teaches then ('{teacher,wts,deep_link}'::text[])[1 + width_bucket(pg_temp.rnd(n.k, 'opens'), '{0.8,0.95}'::float8[])] else 'pay' end),
  case version when '1.1' then s.key end, case version when '1.3' then ('{cookie,storage,click}'::text[])[1 + width_bucket(pg_temp.rnd(n.k, 'binding'), '{0.8,0.94}'::float8[])] end,
  c.issuer, c.client_id, case version when '1.3' then s.deployment end, n.school, n.context_id,
  case when refused = 'timestamp' then -320 - floor(pg_temp.rnd(n.k, 'skew') * 900)::int else floor(pg_temp.rnd(n.k, 'skew') * 4)::int - 2 end,
  case version when '1.1' then '{lti_message_type,lti_version,resource_link_id,context_id,context_title,user_id,roles,lis_person_name_full,lis_person_contact_email_primary,oauth_consumer_key,oauth_nonce,oauth_timestamp,oauth_signature_method,oauth_version,oauth_signature}'
    else '{id_token,state,iss,aud,sub,nonce,exp,iat}' end::text[],
  case when refused = 'timestamp' then 'the clock of the LMS differs' end
from numbered n join t_schools s using (i) join t_connections c using (i, version), lateral (select pg_temp.scramble(n.id, 8) || substr(md5('launch' || n.id), 1, 2) as digits) r
order by n.id;

-- ---- At the end --------------------------------------------------------------------------------------------------

-- Days of the past are counted again, with the figures of the term.
delete from daily_totals;

-- The planner knows the new rows at once, not minutes later.
analyze;
