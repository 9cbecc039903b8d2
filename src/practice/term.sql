-- A practice term: made-up schools, their courses and people, and all that happened to them this autumn and the last. Demo mode and
-- the bench of scale run it (term.ts), each with its own numbers.
--
-- Read it from top to bottom: schools, courses, people, what became of each student, codes, card payments, grades, mail, help, the
-- audit log, launches. A temporary table `t_…` plans the rows of one kind and numbers them by time, so that a newer row has a larger
-- id; the insert after it copies the plan. A school is left out if its name, key or deployment exists.
--
-- Nothing is random: a draw is a hash of the row's key `k` and of a word for what is drawn, so the same `now` and numbers give the
-- same data. `offset 0` makes a draw once where more than one column uses it. Nobody real is meant; every address ends in .example.
--
-- Settings of the session: term.now; term.zone, the business time zone; term.secret, the sealed secret of all consumers; term.terms,
-- the version of the terms that students agreed to; term.schools; term.courses and term.students of this autumn, to which the last
-- adds two thirds as many; term.visits, the chance that a student opens the course on a school day.

-- ---- Settings, colleagues and draws ------------------------------------------------------------------------------

-- A second run waits here, and then finds the schools of the first. A day is a day of the business time zone from here on.
lock table schools in share row exclusive mode;
select set_config('timezone', current_setting('term.zone'), true);
insert into staff_users (email, first_name, last_name, role) values
  ('maya.torres@signbook.example', 'Maya', 'Torres', 'manager'),
  ('devon.clark@signbook.example', 'Devon', 'Clark', 'support'),
  ('ruth.abebe@signbook.example', 'Ruth', 'Abebe', 'support'),
  ('linh.tran@signbook.example', 'Linh', 'Tran', 'support'),
  ('jonas.weber@signbook.example', 'Jonas', 'Weber', 'viewer') on conflict do nothing;

create temp table term on commit drop as
select date_trunc('second', current_setting('term.now')::timestamptz) as now, current_setting('term.schools')::int as schools,
  current_setting('term.courses')::int as courses, current_setting('term.students')::int as students, current_setting('term.visits')::float8 as visits,
  (select array_agg(id order by product_code) from products where product_code in ('ASL1', 'ASL2', 'ASL3')) as products,
  (select min(id) from products where is_free) as free_product, staff, changers, manager
from (select array_agg(id order by id) as staff, array_agg(id order by id) filter (where role <> 'viewer') as changers, min(id) as manager
  from staff_users where email in ('maya.torres@signbook.example', 'devon.clark@signbook.example', 'ruth.abebe@signbook.example', 'linh.tran@signbook.example', 'jonas.weber@signbook.example')) s;

-- A number from 0 to below 1; one between two numbers; one of a list; and a log-normal one: half are below the median, and a spread
-- of 1 gives a long tail.
create or replace function pg_temp.rnd(k bigint, what text) returns float8 immutable language sql as
$$ select (hashint8extended(k, hashtextextended(what, 0)) & 1073741823)::float8 / 1073741824 $$;
create or replace function pg_temp.within(k bigint, what text, low float8, high float8) returns float8 immutable language sql as
$$ select low + pg_temp.rnd(k, what) * (high - low) $$;
create or replace function pg_temp.pick(k bigint, what text, list anyarray) returns anyelement immutable language sql as
$$ select list[1 + floor(pg_temp.rnd(k, what) * cardinality(list))::int] $$;
create or replace function pg_temp.long_tailed(k bigint, what text, median float8, spread float8) returns float8 immutable language sql as
$$ select median * exp(spread * sqrt(-2 * ln(1 - pg_temp.rnd(k, what))) * cos(2 * pi() * pg_temp.rnd(k, what || ', turn'))) $$;

-- Spans of whole seconds; and the time of day of people who are awake, the hours weigh 0.3, 0.1, 0, 0, 0, 0.1, 0.4, 1, 3, 4, 4, ….
create or replace function pg_temp.minutes(amount float8) returns interval immutable language sql as $$ select make_interval(secs => floor(amount * 60)) $$;
create or replace function pg_temp.days(amount float8) returns interval immutable language sql as $$ select make_interval(secs => floor(amount * 86400)) $$;
create or replace function pg_temp.time_of_day(k bigint, what text) returns interval immutable language sql as
$$ select make_interval(secs => floor(3600 * (pg_temp.rnd(k, what || ', minute') + width_bucket(pg_temp.rnd(k, what) * 46.2,
  '{.3,.4,.4,.4,.4,.5,.9,1.9,4.9,8.9,12.9,16.4,19.4,22.9,26.4,29.4,31.9,33.9,35.9,38.4,41.4,43.9,45.4}'::float8[])))) $$;

-- An instant as JavaScript writes it in JSON; a UUID of version 4; and hexadecimal digits that differ for each number below 16 ^ digits.
create or replace function pg_temp.iso(at timestamptz) returns text stable language sql as $$ select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;
create or replace function pg_temp.uuid(seed text) returns uuid immutable language sql as $$ select overlay(overlay(md5(seed) placing '4' from 13) placing '8' from 17)::uuid $$;
create or replace function pg_temp.scramble(n bigint, digits int) returns text immutable language sql as
$$ select lpad(to_hex((n * 1640531527) & ((1::bigint << 4 * digits) - 1)), digits, '0') $$;

-- Given and family names that often go together, as in classes of the United States. One person of seven has names of two groups, and
-- every twentieth two family names.
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
  (6, 'Kai Leilani Keoni Malia Tala Sione Ahyoka Chaska Winona Takoda Nizhoni Aponi', 'Kealoha Kahananui Tuiasosopo Fonoti Begay Yazzie Tsosie Whitehorse Redcloud Blackwood Lonewolf')
) listed (g, given, family);

create or replace function pg_temp.name_of(k bigint) returns table (given text, family text) stable language sql as
$$ select pg_temp.pick(k, 'given', own.given), pg_temp.pick(k, 'family', other.family)
    || case when pg_temp.rnd(k, 'double name') < 0.05 then '-' || pg_temp.pick(k, 'second name', other.family) else '' end
  from t_names own, t_names other
  where own.g = width_bucket(pg_temp.rnd(k, 'group') * 97, '{34,56,70,79,87,93}'::float8[]) and other.g = width_bucket(
    pg_temp.rnd(k, case when pg_temp.rnd(k, 'mixed') < 0.15 then 'other group' else 'group' end) * 97, '{34,56,70,79,87,93}'::float8[]) $$;

-- ---- Schools and their connections -------------------------------------------------------------------------------

-- `words` say the LTI versions, what the school takes, and what is special. Hosted courses are on the publisher's Canvas, where half of
-- the students sign up. One school uses both versions. Another is in the list twice, as a first launch named it: staff may join the two.
-- Beyond the list, names repeat with a number. Courses and students are divided by weight. Canvas and Blackboard have one issuer for
-- many schools; no server answers under .example.
create temp table t_schools on commit drop as
with listed (place, school, slug, weight, lms, words) as (values
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
  select n * 40 + place as i, school || case when n > 0 then ' ' || n + 1 else '' end as school, slug || case when n > 0 then '' || n + 1 else '' end as slug, weight, lms, words
  from term, generate_series(0, (schools - 1) / 40) n, listed where n * 40 + place < schools
), divided as (
  select i, school, slug, lms, words, slug || '.example' as host, now - pg_temp.days(pg_temp.within(i, 'since', 400, 900)) as since,
    courses * upto / total - courses * (upto - weight) / total as courses, students * upto / total - students * (upto - weight) / total as students,
    case when lms in ('canvas', 'blackboard') then lms || '.cloud.example' else lms || '.' || slug || '.example' end as domain,
    case when lms in ('canvas', 'blackboard') then '10000000000042' else 'signbook-' || slug end as client_id,
    case when words ~ 'hosted' then 'twa_' else '' end || slug as key, i + 1 || ':' || slug as deployment, words ~ '1[.]1' as by_11, words ~ '1[.]3' as by_13,
    words ~ 'both|cards' as takes_cards, words ~ 'both|codes' as takes_codes, words ~ 'k12' as is_k12, words ~ 'yearly' as is_yearly,
    words ~ 'hosted' as is_hosted, words ~ 'grades' as is_graded, words ~ '1[.]3.*grades' and i % 8 = 1 as has_unit_columns
  from term, (select *, sum(weight) over (order by i) as upto, sum(weight) over () as total from planned) p
)
select nextval('schools_id_seq') as school_id, d.* from (
  select * from divided d where not exists (select from schools s where lower(s.name) = lower(school))
    and not exists (select from consumers c where c.key = d.key) and not exists (select from deployments x where x.deployment_id = deployment)
  order by since, i
) d;
insert into schools (id, name, accepts_payment, accepts_access_code, is_k12, passes_grades, yearly_access, adds_unit_columns, contact, note, created_at, updated_at) overriding system value
select school_id, school, takes_cards, takes_codes, is_k12, is_graded, is_yearly, has_unit_columns, case when i % 3 = 0 then 'books@' || host else '' end, 'Practice data', since, since from t_schools;
insert into platforms (issuer, client_id, domain, preset, authorization_redirect, public_keys_url, grant_url, created_at, updated_at)
select issuer, client_id, domain, lms, issuer || '/authorize', issuer || '/keys', issuer || '/token', min(since), min(since)
from t_schools, lateral (select 'https://' || domain as issuer) a where by_13 group by issuer, domain, client_id, lms order by min(since) on conflict do nothing;

create temp table t_connections on commit drop as
select c.*, case version when '1.1' then nextval('consumers_id_seq') end as consumer_id, case version when '1.3' then nextval('deployments_id_seq') end as deployment_id
from (
  select i, version, p.id as platform_id, issuer from t_schools s cross join unnest('{1.1,1.3}'::text[]) version
    left join platforms p on version = '1.3' and issuer = 'https://' || s.domain and p.client_id = s.client_id
  where strpos(words, version) > 0 order by since, i
) c;
insert into consumers (id, school_id, key, sealed_secret, is_hosted, created_at, updated_at) overriding system value
select consumer_id, school_id, key, current_setting('term.secret'), is_hosted, since, since from t_connections join t_schools using (i) where version = '1.1';

-- What an LMS calls itself need not be the name of its school. At some platforms another deployment waits for approval.
insert into deployments (id, platform_id, deployment_id, school_id, status, seen_name, created_at, updated_at) overriding system value
select deployment_id, platform_id, deployment, school_id, 'approved', split_part(school, ' (', 1), since, since from t_connections join t_schools using (i) where version = '1.3';
insert into deployments (platform_id, deployment_id, status, seen_name, seen_title, seen_at, created_at, updated_at)
select platform_id, i || '-new:' || substr(md5(slug), 1, 8), 'waiting', case when i % 2 = 0 then school || ' Online' end,
  pg_temp.pick(i, 'seen title', '{"ASL 1, Evening Section",Deaf Culture and ASL,Introduction to Sign Language}'::text[]), at, at, at
from term, t_connections join t_schools using (i), lateral (select now - pg_temp.days(pg_temp.within(i, 'seen at', 0.2, 6)) as at) seen
where version = '1.3' and i % 13 = 0 order by at;
insert into default_products (school_id, product_id) select school_id, products[1] from t_schools, term where i % 5 = 1;

-- ---- Courses and teachers ----------------------------------------------------------------------------------------

-- Year 0 is this autumn, whose fourteenth week is under way; year 1 the last, on the same weekdays.
create temp table t_terms on commit drop as
select s.*, year, (i * 2 + year) * 1000000::bigint as term_key, starts, starts + interval '111 days' - interval '1 ms' as ends,
  case year when 0 then s.courses else ceil(s.courses * 2 / 3.0)::int end as course_count, case year when 0 then s.students else round(s.students * 2 / 3.0)::int end as student_count
from t_schools s, term, generate_series(0, 1) year, lateral (select date_trunc('week', now - interval '91 days') - make_interval(days => 364 * year) as starts) start;

-- Two teachers for five courses. At a school with both versions, every second teaches by LTI 1.3.
create temp table t_teachers on commit drop as
select i, year, teacher, term_key + 900000 + teacher as teacher_key, starts - interval '21 days' as hired_at, case when by_13 and (not by_11 or teacher % 2 = 0) then '1.3' else '1.1' end as version
from t_terms, generate_series(1, ceil(course_count / 2.5)::int) teacher;

-- Products are of level 0, 1 or 2, sometimes of 0 and 1; a 1.3 course has one. Some courses are free; of this autumn's, some wait to be
-- activated, and some close soon by a date that staff set. `before` counts the students in the courses before this one.
create temp table t_courses on commit drop as
select nextval('courses_id_seq') as course_id, c.* from (
  select t.*, number, k as course_key, o.version, consumer_id, deployment_id, platform_id, o.teacher_key, h.teacher_key as helper_key, kind, opened.course_at, term_ends_at, access_until,
    student_count * (upto - weight) / total as before, student_count * upto / total - student_count * (upto - weight) / total as size,
    opened.course_at + pg_temp.minutes(pg_temp.long_tailed(k, 'activated', 600, 0.9)) as activated_at,
    case kind when 'waiting' then '{}' when 'free' then array[free_product] else products[level + 1 : level + case when o.version = '1.1' and pg_temp.rnd(k, 'two') < 0.1 and level = 0 then 2 else 1 end] end as product_ids,
    case lms when 'moodle' then '' || 2000 + place when 'd2l' then '' || 640000 + place * 7 when 'blackboard' then '_' || 31000 + place || '_1' else md5('context' || k) || left(md5('id' || k), 8) end as context_id,
    case when kind = 'free' then 'ASL Taster, Fall ' || fall
      when is_k12 and pg_temp.rnd(k, 'room') < 0.5 then format('ASL %s, Period %s, %s', level + 1, 1 + number % 8, fall)
      when is_k12 then format('ASL %s, Room %s, %s', level + 1, 100 + number, fall)
      when is_hosted then format('American Sign Language %s, Section %s, Fall %s', level + 1, section, fall)
      else format('ASL %s-%s: %s American Sign Language, Fall %s', ('{101,102,201}'::int[])[level + 1], section, ('{Beginning,Intermediate,Advanced}'::text[])[level + 1], fall)
        || case when pg_temp.rnd(k, 'named') < 0.3 then ', ' || n.given || ' ' || n.family else '' end end as title
  from (
    select i, year, number, -(term_key + number) as k, number + year * 500 as place, row_number() over (order by term_key, number) as nth, weight,
      sum(weight) over (partition by term_key order by number) as upto, sum(weight) over (partition by term_key) as total,
      1 + floor(pg_temp.rnd(term_key + number, 'teacher') * ceil(course_count / 2.5))::int as teacher, 1 + floor(pg_temp.rnd(term_key + number, 'helper') * ceil(course_count / 2.5))::int as helper
    from t_terms, generate_series(1, course_count) number, lateral (select 40 + floor(pg_temp.rnd(term_key + number, 'size') * 120)::int as weight) w
  ) p join t_terms t using (i, year) join t_teachers o using (i, year, teacher) join t_connections using (i, version)
    left join t_teachers h on h.i = p.i and h.year = p.year and h.teacher = helper and h.version = o.version and helper <> p.teacher and pg_temp.rnd(k, 'has helper') < 0.15,
    term, lateral pg_temp.name_of(o.teacher_key) n,
    lateral (select case when p.year = 0 and nth % 50 = 7 then 'waiting' when nth % 83 = 1 then 'free' else 'sold' end as kind, p.year = 0 and nth % 33 = 5 as closes_soon,
      width_bucket(pg_temp.rnd(k, 'level') * 100, '{63,90}'::float8[]) as level, to_char(starts, 'YYYY') as fall, lpad('' || 1 + number % 40, 2, '0') as section offset 0) drawn,
    lateral (select case kind when 'waiting' then now - pg_temp.days(pg_temp.within(k, 'created', 1, 12)) else starts - pg_temp.days(pg_temp.within(k, 'created', 2, 20)) end as course_at offset 0) opened,
    lateral (select case when not closes_soon and pg_temp.rnd(k, 'sends an end') < case when lms in ('canvas', 'd2l') then 0.75 else 0.2 end then ends + make_interval(days => floor(pg_temp.rnd(k, 'end') * 6)::int) end as term_ends_at,
      case when closes_soon then date_trunc('day', now) + make_interval(days => 3 + floor(pg_temp.rnd(k, 'closes') * 10)::int) - interval '1 ms' when pg_temp.rnd(k, 'staff set an end') < 0.06 then ends + interval '14 days' end as access_until) dated
  order by opened.course_at, k
) c;
insert into courses (id, school_id, consumer_id, deployment_id, context_id, title, label, canvas_course_id, canvas_domain, term_starts_at, term_ends_at, access_until, expires_at, allows_wts, join_token,
  waiting_told_at, was_activated, created_at, updated_at) overriding system value
select course_id, school_id, consumer_id, deployment_id, context_id, title, substring(title from '[^:,]+'), case when is_hosted then '' || 100000 + i * 1000 + number + year * 500 end, case when is_hosted then 'canvas.example' end,
  case when term_ends_at is not null then starts end, term_ends_at, access_until, case when pg_temp.rnd(course_key, 'sign-up ends') < 0.15 then starts + interval '43 days' - interval '1 ms' end,
  pg_temp.rnd(course_key, 'web tool') < 0.6, 'c_' || md5('join' || course_key), case when kind = 'waiting' then course_at + interval '10 minutes' end, kind <> 'waiting', course_at, course_at
from t_courses;
insert into course_products (course_id, product_id) select course_id, unnest(product_ids) from t_courses;
insert into activations (course_id, staff_id, product_ids, activated_at)
select course_id, case when pg_temp.rnd(course_key, 'by staff') < 0.6 then pg_temp.pick(course_key, 'activates', changers) end, product_ids, activated_at from t_courses, term where kind <> 'waiting' order by activated_at;

create temp table t_teaching on commit drop as
select course_id, year, version, course_at as at, course_key * 2 - role as k, teacher as teacher_key from t_courses, unnest(array[teacher_key, helper_key]) with ordinality as team (teacher, role) where teacher is not null;

-- ---- People ------------------------------------------------------------------------------------------------------

-- A row for each student of a course, from their first launch on. Most come in the first weeks, some with a course of the second half.
-- Nobody came in the last ten minutes, and nobody before the course existed.
create temp table t_seats on commit drop as
select course_id, s.k, kind = 'sold' and is_hosted and pg_temp.rnd(s.k, 'signs up') < 0.5 as signs_up,
  case when kind = 'waiting' then date_trunc('second', course_at + (now - interval '20 minutes' - course_at) * pg_temp.rnd(s.k, 'waits since'))
    when came_at > course_at then came_at else course_at + pg_temp.minutes(pg_temp.within(s.k, 'first day', 60, 6000)) end as at
from term, t_courses, generate_series(1, size) seat, lateral (select term_key + before + seat as k) s,
  lateral (select width_bucket(pg_temp.rnd(s.k, 'week') * case year when 0 then 105 else 106 end, '{6,33,55,67,74,78,81,87,95,99,101,103,104,105,105.5}'::float8[]) as week,
    width_bucket(pg_temp.rnd(s.k, 'weekday') * 5.5, '{1.2,2.3,3.3,4.2,4.8,5.05}'::float8[]) as weekday) d,
  lateral (select starts + make_interval(days => 7 * week + weekday) + pg_temp.time_of_day(s.k, 'hour') as drawn offset 0) a,
  lateral (select case when drawn > now - interval '10 minutes' then drawn - interval '7 days' else drawn end as came_at) c;

-- Some LMSs send no name or no email. Somebody who signed up has both, and no LMS. The address of a child has only an initial.
create temp table t_people on commit drop as
select nextval('people_id_seq') as person_id, p.* from (
  select x.k, at, signs_up, given, family, case when not signs_up then consumer_id end as consumer_id, case when not signs_up then platform_id end as platform_id,
    case when signs_up or teaches or pg_temp.rnd(x.k, 'no name') >= 0.02 then given || ' ' || family end as name,
    case when signs_up or pg_temp.rnd(x.k, 'no email') >= 0.05 then regexp_replace(lower(normalize(case when is_k12 and not teaches then left(given, 1) else given || '.' end || family, NFD)), '[^a-z.]', '', 'g')
      || x.k % 1000000 % 900000 * 2 + year || case when teaches then '@' else '@student.' end || host end as email
  from (
    select teacher_key as k, i, year, version, hired_at as at, false as signs_up, true as teaches from t_teachers
    union all select k, i, year, version, at, signs_up, false from t_seats join t_courses using (course_id)
  ) x join t_schools using (i) join t_connections using (i, version), lateral pg_temp.name_of(x.k)
  order by at, x.k
) p;
analyze t_people, t_seats;
insert into people (id, consumer_id, platform_id, lti_user_id, email, email_verified_at, name, given_name, family_name, created_at, updated_at) overriding system value
select person_id, consumer_id, platform_id, case when not signs_up then pg_temp.uuid('person' || k) end, email, case when signs_up then at - interval '1 minute' end,
  name, case when name is not null then given end, case when name is not null then family end, at, at from t_people order by person_id;
insert into course_teachers (course_id, person_id) select course_id, person_id from t_teaching t join t_people p on p.k = teacher_key;

-- Everybody who launches by LTI 1.3 has a row of the course, teachers too.
create temp table t_rows on commit drop as
select nextval('entitlements_id_seq') as id, r.* from (
  select course_id, t.k, person_id, 'instructor' as role, t.at from t_teaching t join t_people p on p.k = teacher_key where version = '1.3'
  union all select course_id, k, person_id, 'learner', t_seats.at from t_seats join t_people using (k) order by at, k
) r;
analyze t_rows, t_courses;

-- ---- What became of each student ---------------------------------------------------------------------------------

-- A student does something for access at `acts_at` (`did`: code, card, staff, free, none yet). They have it from `in_at` to `end_at`,
-- unless they paid a wrong amount. `opened_at` is when the course was open to them; who `lingers` has begun without success; `left_at` is
-- when they left a checkout. `follows` is what came after a payment, at `after_at`: a refund of all or a part, a dispute or a second
-- payment. `lost_at` is when access was taken away; it `is_over` when its time has run out.
create temp table t_students on commit drop as
select r.id, person_id, r.at, r.k, email, name, signs_up, c.course_id, i, year, version, school, host, title, context_id, product_ids, is_k12, has_unit_columns, takes_codes,
  is_graded and not signs_up as is_graded, opened_at, acts_at, did, lingers, is_wrong, has_code_too, has_half, left_at, in_at, end_at, removed_at, after_at, follows, dispute, decided_at, lost_at,
  in_at is not null and lost_at is null and end_at <= now as is_over, case did when 'staff' then pg_temp.pick(r.k, 'lets in', changers) end as staff_id,
  case when did in ('code', 'card') then greatest(r.at, acts_at - interval '1 minute') when lingers then opened_at + interval '1 minute' end as agreed_at,
  case when did = 'card' and in_at is not null then 'evt_term' || left(md5('event' || r.k), 20) end as event
from t_rows r join t_people p using (person_id) join t_courses c on c.course_id = r.course_id cross join term
  -- A course opens for those who came before it was activated when they come back. Some wait for days until they have a code.
  cross join lateral (select case when r.at > activated_at then r.at else activated_at + pg_temp.minutes(pg_temp.long_tailed(r.k, 'comes back', 300, 1)) end as opened_at,
    case when takes_codes then 47 else 0 end as by_code, case when takes_cards then 42 else 0 end as by_card, case when takes_codes and takes_cards then 8 else 5 end as by_none offset 0) o
  cross join lateral (select case kind when 'waiting' then 'none' when 'free' then 'free' else (array['code', 'card', 'staff', 'none'])[
    1 + width_bucket(pg_temp.rnd(r.k, 'way') * (by_code + by_card + 1.5 + by_none), array[by_code, by_code + by_card, by_code + by_card + 1.5])] end as way offset 0) w
  cross join lateral (select opened_at + pg_temp.minutes(case when way = 'free' then 0 when way = 'staff' then pg_temp.long_tailed(r.k, 'wait', 1500, 0.8)
    when way = 'code' and pg_temp.rnd(r.k, 'no code yet') < 0.25 then pg_temp.long_tailed(r.k, 'wait', 2200, 0.8) else pg_temp.long_tailed(r.k, 'wait', case way when 'card' then 5 else 3.5 end, 0.9) end) as acts_at offset 0) a
  cross join lateral (select case when acts_at < now - interval '1 minute' then way else 'none' end as did,
    way = 'none' and kind = 'sold' and opened_at < now - interval '2 minutes' and pg_temp.rnd(r.k, 'lingers') >= 0.4 as lingers offset 0) d
  -- By docs/rules/access.md access ends on the date of staff, else of the LMS, else after six months; in some schools it lasts a year.
  cross join lateral (select case when access_until > acts_at then access_until when term_ends_at > acts_at then term_ends_at end as course_end, (acts_at at time zone 'UTC' + interval '6 months') at time zone 'UTC' as half_year,
    (acts_at at time zone 'UTC' + interval '1 year') at time zone 'UTC' as full_year offset 0) e
  cross join lateral (select case when is_yearly then greatest(course_end, full_year) else coalesce(course_end, half_year) end as end_at,
    did = 'card' and acts_at > now - interval '21 days' and pg_temp.rnd(r.k, 'wrong amount') < 0.03 as is_wrong,
    did = 'card' and cardinality(product_ids) > 1 and takes_codes and pg_temp.rnd(r.k, 'code too') < 0.3 as has_code_too,
    lingers and cardinality(product_ids) > 1 and takes_codes and pg_temp.rnd(r.k, 'half of the codes') < 0.5 as has_half,
    acts_at - pg_temp.days(pg_temp.within(r.k, 'leaves on', 2, 5)) as may_leave_at, acts_at + pg_temp.days(pg_temp.within(r.k, 'removed on', 2, 25)) as may_go_at,
    acts_at + pg_temp.days(pg_temp.within(r.k, 'follows on', 1, 20)) as may_follow_at offset 0) m
  -- More follows a payment of the last weeks, so that some of it waits for staff.
  cross join lateral (select case when did <> 'none' and not is_wrong then acts_at end as in_at, case when pg_temp.rnd(r.k, 'leaves') < 0.4 then case when did = 'card' and may_leave_at > r.at then may_leave_at
      when lingers and takes_cards and cardinality(product_ids) = 1 and opened_at < now - interval '2 days' then opened_at + interval '3 minutes' end end as left_at,
    case when did = 'code' and pg_temp.rnd(r.k, 'is removed') < 0.006 and may_go_at < least(now, end_at) then may_go_at end as removed_at,
    case when did = 'card' and not is_wrong and may_follow_at < least(now, end_at) then may_follow_at end as after_at,
    (array['refund', 'part', 'dispute', 'second'])[1 + width_bucket(pg_temp.rnd(r.k, 'what follows'), case when acts_at > now - interval '28 days' then '{.03,.045,.07,.1}' else '{.03,.034,.039,.045}' end::float8[])] as what offset 0) f
  cross join lateral (select case when after_at is not null then what end as follows, case when what = 'dispute' then after_at + pg_temp.days(pg_temp.within(r.k, 'decided on', 12, 30)) end as decided_at offset 0) g
  cross join lateral (select case when decided_at > now then 'open' when decided_at is not null then case when pg_temp.rnd(r.k, 'wins') < 0.5 then 'won' else 'lost' end end as dispute offset 0) j
  cross join lateral (select coalesce(removed_at, case when follows = 'refund' then after_at when dispute = 'lost' and decided_at < end_at then decided_at end) as lost_at offset 0) l
where role = 'learner';
analyze t_students;
insert into entitlements (id, kind, course_id, person_id, token, session_id, created_via, role, agreed_at, agreed_terms, processed_at, processed_by, source, unprocessed_at, access_ends_at, stripe_event_id,
  created_at, updated_at) overriding system value
select r.id, e.kind, r.course_id, r.person_id, left(e.kind, 1) || '_' || md5('token' || r.k), pg_temp.uuid('session' || r.k), case when signs_up then 'sign_up' else 'launch' end, role, agreed_at,
  case when agreed_at is not null then current_setting('term.terms') end, case when is_in then in_at end, case when is_in then staff_id end, case when is_in then did end, lost_at,
  case when lost_at is null and in_at is not null then end_at end, case when is_in then event end, r.at, coalesce(lost_at, case when is_over then end_at end, in_at, r.at)
from t_rows r left join t_students s using (id),
  lateral (select case version when '1.1' then 'enrollment' else 'membership' end as kind, in_at is not null and lost_at is null and not is_over as is_in) e
order by r.id;

-- Somebody who signed up has a login and an enrollment in the publisher's Canvas.
insert into canvas_users (domain, login, canvas_user_id, chosen, asked_at, created_at)
select 'canvas.example', email, '' || 700000 + person_id, true, at, at from t_students where signs_up and in_at is not null;
insert into canvas_enrollments (entitlement_id, canvas_enrollment_id, is_active, updated_at)
select id, '' || 900000 + id, lost_at is null and not is_over, coalesce(lost_at, case when is_over then end_at end, in_at) + interval '30 seconds' from t_students where signs_up and in_at is not null;
insert into code_tries (entitlement_id, code_hash, answer, count, first_at, last_at)
select id, left(md5('try' || k), 16), 'code_unknown', 1 + floor(pg_temp.rnd(k, 'tries') * 4)::int, opened_at + interval '2 minutes', opened_at + interval '2 minutes'
from t_students where lingers and takes_codes and pg_temp.rnd(k, 'wrong code') < 0.3 order by opened_at;

-- ---- Codes -------------------------------------------------------------------------------------------------------

-- A school orders codes for a product and a term, 400 at a time. Students use one each; a K-12 school has one for each class of 35. Some
-- schools used 30 of an older order first, which expires soon. `n` numbers the codes that are used.
create temp table t_uses on commit drop as
select *, (n + case when year = 0 and i % 9 = 4 then 370 else 0 end) / 400 as batch from (
  select *, case when is_k12 then dense_rank() over (partition by i, year, product_id order by course_id, of_class) else row_number() over (partition by i, year, product_id order by used_at, k) end - 1 as n
  from (
    select id as entitlement_id, k, i, year, course_id, product_id, is_k12, used_at, case when removed_at is not null then removed_at when is_over then end_at end as voided_at,
      (row_number() over (partition by course_id, product_id order by used_at, k) - 1) / 35 as of_class
    from t_students, lateral (
      select product_id, acts_at as used_at from unnest(product_ids) product_id where did = 'code'
      union all select product_ids[1], acts_at - interval '1 minute' where has_code_too
      union all select product_ids[1], opened_at + interval '2 minutes' where has_half) code
  ) used
) numbered;

create temp table t_batches on commit drop as
select nextval('coupon_batches_id_seq') as batch_id, b.* from (
  select g.*, school_id, school || ', ' || case when is_old then 'spring order' when batch = 0 then 'bookstore, fall' else 'second order' end as note, case when is_k12 then 35 else 1 end as max_usage,
    least(starts + pg_temp.days(case when is_old then -200 else 21 * batch - pg_temp.within(k, 'ordered', 10, 24) end), used_at - interval '1 day') as at,
    case when is_old then date_trunc('day', now) + make_interval(days => 4 + floor(pg_temp.rnd(k, 'expires') * 9)::int) - interval '1 ms' else ends + interval '230 days' end as expires_at,
    used + 3 + ceil(used * case when is_last then pg_temp.within(k, 'spare', 0.5, 1.3) else 0.15 end)::int as size
  from (
    select i, year, product_id, batch, min(n) as first, max(n) - min(n) + 1 as used, min(used_at) as used_at, batch = 0 and year = 0 and i % 9 = 4 as is_old,
      batch = max(batch) over (partition by i, year, product_id) as is_last, (i * 2 + year) * 1000000::bigint + product_id * 1000 + batch as k
    from t_uses group by i, year, product_id, batch
  ) g join t_terms using (i, year), term order by at, k
) b;
insert into coupon_batches (id, school_id, product_id, staff_id, size, note, created_at) overriding system value
select batch_id, school_id, product_id, manager, size, note, at from t_batches, term order by batch_id;

-- Twelve letters of the alphabet of drawn codes (src/access/rules/code-batches.ts). Each batch has spare codes.
create temp table t_coupons on commit drop as
select nextval('coupons_id_seq') as coupon_id, c.* from (select batch_id, first + place as n from t_batches, generate_series(0, size - 1) place order by batch_id, place) c;
analyze t_coupons;
create temp table t_used on commit drop as
select coupon_id, entitlement_id, u.product_id, u.used_at, voided_at from t_uses u join t_batches using (i, year, product_id, batch) join t_coupons using (batch_id, n);
insert into coupons (id, coupon_code, code_key, product_id, max_usage, used, expires_at, batch_id, created_at, updated_at) overriding system value
select coupon_id, regexp_replace(key, '(....)(....)(....)', '\1-\2-\3'), key, product_id, max_usage, coalesce(times, 0), expires_at, batch_id, at, at
from t_coupons join t_batches using (batch_id) left join (select coupon_id, count(*) as times from t_used group by coupon_id) u using (coupon_id),
  lateral (select translate(pg_temp.scramble(coupon_id, 6) || left(md5('code' || coupon_id), 6), '0123456789abcdef', 'CDFGHJKMNPQRTVWX') as key) code order by coupon_id;
insert into coupon_uses (coupon_id, entitlement_id, product_id, attached_at, voided_at)
select coupon_id, entitlement_id, product_id, used_at, voided_at from t_used order by used_at, entitlement_id, product_id;

-- ---- Card payments -----------------------------------------------------------------------------------------------

-- Every product costs $49. A checkout is paid, paid with a wrong amount, left, or a second one for the same products, whose payment goes
-- back or waits for staff. `back_at` is the time of a refund, `back` its amount.
create temp table t_checkouts on commit drop as
select nextval('checkouts_id_seq') as checkout_id, x.*, 'cs_test_term' || md5(what || k) || left(md5(k || what), 8) as session, case when what <> 'left' then 'pi_term' || left(md5('intent' || what || k), 20) end as intent,
  case when back_at is null then 0 when is_part then 1000 else amount end as back
from (
  select s.id as entitlement_id, s.*, c.*, cardinality(bought) * 4900 as amount, case what when 'wrong' then 3900 when 'left' then null else cardinality(bought) * 4900 end as total,
    case when what <> 'left' then act_at end as completed_at, what = 'paid' and follows = 'part' as is_part,
    case when what = 'paid' and follows in ('refund', 'part') then after_at when what = 'second' and second_back < now - interval '3 days' then second_back end as back_at
  from term, t_students s, lateral (select after_at + pg_temp.days(pg_temp.within(k, 'second back', 0.3, 6)) as second_back,
      product_ids[case when has_code_too then 2 else 1 end : case when is_wrong and not has_code_too then 1 else 2 end] as own) b,
    lateral (
      select case when is_wrong then 'wrong' else 'paid' end as what, acts_at as act_at, acts_at - pg_temp.minutes(pg_temp.within(k, 'pays for', 1, 4)) as began_at, own as bought where did = 'card'
      union all select 'second', after_at, after_at - pg_temp.minutes(pg_temp.within(k, 'pays again for', 1, 4)), own where follows = 'second'
      union all select 'left', left_at, left_at, product_ids where left_at is not null) c
  order by act_at, k
) x;
analyze t_checkouts;
insert into checkouts (id, stripe_session_id, entitlement_id, course_id, amount, currency, livemode, status, receipt_email, payment_intent, total, findings, created_at, expires_at, completed_at) overriding system value
select checkout_id, session, entitlement_id, course_id, amount, 'usd', false, case what when 'left' then 'expired' when 'wrong' then 'flagged' else 'paid' end, email, intent, total,
  case what when 'wrong' then '{wrong_amount}' when 'second' then '{late}' else '{}' end::text[], began_at, began_at + interval '1 day', completed_at
from t_checkouts order by checkout_id;
insert into checkout_lines (checkout_id, product_id, price_id, amount, covers, voided_at)
select checkout_id, p.id, stripe_price_id, total / cardinality(bought), counts and not is_over, case when counts and is_over then end_at end
from t_checkouts join products p on p.id = any(bought), lateral (select case what when 'paid' then lost_at is null when 'second' then back_at is null else false end as counts) l order by checkout_id, p.id;
insert into stripe_events (id, type, taken_at) select event, 'checkout.session.completed', in_at from t_students where event is not null;
insert into card_payments (payment_intent, charged, refunded) select intent, total, back from t_checkouts where intent is not null;

-- A refund of a part was made at the provider and names no products.
insert into card_refunds (refund_id, payment_intent, amount, failed, product_ids, made_by, at)
select 're_term' || left(md5('refund' || intent), 20), intent, back, false, case when is_part then '{}' else bought end, case when not is_part then 'staff:' || pg_temp.pick(k, 'refunds', changers) end, back_at
from t_checkouts, term where back_at is not null;
insert into card_disputes (dispute_id, payment_intent, state, at)
select 'dp_term' || left(md5('dispute' || k), 20), intent, dispute, case dispute when 'open' then after_at else decided_at end from t_checkouts where what = 'paid' and dispute is not null;

-- A flag closes by itself at `gone_at`, when its reason is gone; or staff close it some days later.
insert into payment_flags (checkout_id, kind, opened_at, closed_at, closed_by, note)
select checkout_id, kind, open_at, case when by_system then gone_at when settled_at < now - interval '5 days' then settled_at end,
  case when by_system and gone_at is not null then 'system' when not by_system and settled_at < now - interval '5 days' then 'staff:' || pg_temp.pick(k, 'settles', changers) end,
  case when not by_system and settled_at < now - interval '5 days' then 'Settled with the student' end
from term, t_checkouts, lateral (
    select 'wrong_amount' as kind, completed_at as open_at, true as by_system, null::timestamptz as gone_at where what = 'wrong'
    union all select 'partial_refund', after_at, false, null where is_part
    union all select 'refund_due', completed_at, true, back_at where what = 'second'
    union all select 'dispute_open', after_at, true, case when dispute <> 'open' then decided_at end where what = 'paid' and dispute is not null
    union all select 'dispute_lost', decided_at, false, null where what = 'paid' and dispute = 'lost') flag,
  lateral (select open_at + pg_temp.days(pg_temp.within(k, 'settled', 0.2, 4)) as settled_at) s
order by open_at, checkout_id;

-- The nightly comparison with the card provider.
insert into reconciliations (at, actor, compared, healed, open)
select date_trunc('day', now) - make_interval(days => ago) + interval '143 minutes', 'system', 40 + floor(pg_temp.rnd(ago, 'compared') * 60)::int, '{}', '{}'
from term, generate_series(30, 1, -1) ago where exists (select from t_schools where i = 0);

-- ---- Grades ------------------------------------------------------------------------------------------------------

-- By LTI 1.1 a launch names the column of the book, and of every fifth student a second one. By LTI 1.3 we made a column in each course,
-- and some schools ask for one of each unit link. Removed students got a 0; a grade stays when access runs out.
create temp table t_targets on commit drop as
select nextval('grade_targets_id_seq') as target_id, g.* from (
  select *, coalesce(service || ' ' || sourced, coalesce(item, items) || ' ' || pg_temp.uuid('person' || k)) as address, in_at is not null and i % 11 = 3 and pg_temp.rnd(k, 'rejected') < 0.04 as is_rejected
  from t_students, lateral (select 'https://lms.' || host || '/grades' as grades, 'https://lms.' || host || '/api/lti/courses/' || course_id || '/line_items' as columns) a,
    lateral (
      select 'book' as link, grades as service, 'gb-' || course_id || '-' || person_id as sourced, null as item, null as items where version = '1.1'
      union all select 'review', grades, 'gr-' || course_id || '-' || person_id, null, null where version = '1.1' and pg_temp.rnd(k, 'second link') < 0.2
      union all select '', null, null, null, columns where version = '1.3'
      union all select 'unit-' || unit, null, null, columns || '/' || 100 + unit, columns from generate_series(1, 4) unit where version = '1.3' and has_unit_columns and pg_temp.rnd(k, 'unit ' || unit) < 0.6) target
  where is_graded order by at, k, link
) g;
insert into grade_targets (id, entitlement_id, resource_link, sourced_id, outcome_service_url, line_item_url, line_items_url, scopes, sent_to, score, sent_at, problem, created_at, updated_at) overriding system value
select target_id, id, link, sourced, service, item, items, case when items is null then '{}' else '{https://purl.imsglobal.org/spec/lti-ags/scope/lineitem,https://purl.imsglobal.org/spec/lti-ags/scope/score}' end::text[],
  case when in_at is not null then address end, case when in_at is null or is_rejected then null when lost_at is null then 1 else 0 end,
  case when not is_rejected then coalesce(lost_at, in_at) + interval '6 seconds' end, case when is_rejected then 'The LMS answered 404: this column was deleted' end, at, coalesce(lost_at, in_at, at)
from t_targets order by target_id;
insert into own_columns (line_items_url, line_item_url, created_at) select items, items || '/1', min(in_at) from t_targets where link = '' and in_at is not null group by items;

-- Some servers of LMSs did not answer for a day and a half, until the job gave up.
insert into pgboss.job (name, data, state, created_on, start_after)
select 'dead', jsonb_build_object('name', 'grade', 'attempt', 8, 'data', jsonb_build_object('targetId', target_id), 'error', 'the LMS answered 503'), 'created', failed_at, failed_at
from term, t_targets, lateral (select in_at + interval '1900 minutes' as failed_at) f
where failed_at < now and in_at > now - interval '9 days' and pg_temp.rnd(k, 'does not answer') < 0.06 order by failed_at;

-- ---- Mail and help -----------------------------------------------------------------------------------------------

-- Mail of the last year: the welcome, the receipt, and the reminder two weeks before access ends. Some addresses bounce.
insert into messages (key, kind, recipient, data, created_at, sent_at, refused_at)
select key, kind, email, jsonb_build_object('name', name, 'course', title, 'school', school, 'courseUrl', null) || data, mail_at, case when not bounces then mail_at + interval '3 seconds' end, case when bounces then mail_at + interval '3 seconds' end
from term, (
  select 'welcome:' || id as key, 'welcome' as kind, email, name, title, school, jsonb_build_object('accessEndsAt', pg_temp.iso(end_at)) as data, in_at as mail_at,
    pg_temp.rnd(k, 'bounces') < case when in_at > now - interval '12 days' then 0.02 else 0.0012 end as bounces from t_students, term where in_at is not null
  union all select 'access-ends:' || id || ':' || floor(extract(epoch from end_at)), 'access-ends', email, name, title, school, jsonb_build_object('accessEndsAt', pg_temp.iso(end_at)), end_at - interval '14 days', false
    from t_students, term where in_at < end_at - interval '14 days' and end_at - interval '14 days' < least(now, lost_at)
  union all select 'receipt:' || session, 'receipt', email, name, title, school, jsonb_build_object('total', '$' || amount / 100 || '.00', 'reference', right(session, 10), 'paidAt', pg_temp.iso(completed_at),
    'lines', (select jsonb_agg(jsonb_build_object('product', p.name, 'amount', '$49.00') order by p.id) from products p where p.id = any(bought))), completed_at, false from t_checkouts where what in ('paid', 'second')
) m
where email is not null and mail_at > now - interval '1 year' order by mail_at, key collate "C";

-- Requests of the last six weeks. Most were answered within two days; those of the last days wait.
create temp table t_help on commit drop as
select nextval('help_requests_id_seq') as help_id, h.* from (
  select *, case when answer_at < now - interval '1 day' then answer_at end as answered_at, pg_temp.pick(k, 'answers', changers) as helper
  from term, t_students, lateral (select now - pg_temp.days(pg_temp.within(k, 'asks on', 0.05, case when pg_temp.rnd(k, 'asked recently') < 0.35 then 3 else 42 end)) as asked_at) q,
    lateral (select asked_at + pg_temp.minutes(pg_temp.long_tailed(k, 'answer', 700, 0.9)) as answer_at) a
  where year = 0 and email is not null and pg_temp.rnd(k, 'asks') < 0.005 and asked_at > at order by asked_at, k
) h;
insert into help_requests (id, at, email, text, facts, answered_at) overriding system value
select help_id, asked_at, email, pg_temp.pick(k, 'question', array[
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
  jsonb_build_object(case version when '1.1' then 'enroll_token' else 'lti_token' end, token, 'course_title', title, 'context_id', context_id, 'email', email), answered_at
from t_help join (select id, token from entitlements) e using (id) order by help_id;

-- ---- The audit log -----------------------------------------------------------------------------------------------

insert into audit (at, actor, action, subject_kind, subject_id, subject_key, before, after, reason)
with by_staff as (
  select since as at, manager as staff_id, 'create-school' as action, 'school' as kind, school_id as id, null as key, null::jsonb as before, jsonb_build_object('name', school) as after, null as reason from t_schools, term
  union all select since, manager, 'change-deployment', 'deployment', deployment_id, null, '{"status": "waiting"}', '{"status": "approved"}', null from t_connections join t_schools using (i), term where version = '1.3'
  union all select now - interval '130 days', manager, 'set-default-products', 'school', school_id, null, '{"defaultProducts": []}', '{"defaultProducts": ["ASL1"]}', null from t_schools, term where i % 5 = 1
  union all select now - pg_temp.days(pg_temp.within(i, 'changed', 2, 60)), manager, 'update-school', 'school', school_id, null, jsonb_build_object('yearlyAccess', not is_yearly), jsonb_build_object('yearlyAccess', is_yearly), null
    from t_schools, term where i % 7 = 3
  -- The end of the days with a wrong secret; see the launches.
  union all select date_trunc('day', now) - interval '8 days' + interval '17 hours', manager, 'rotate-secret', 'consumer', consumer_id, null, null, null, 'Secret was mistyped in the LMS' from t_connections, term where version = '1.1' and i % 13 = 2
  union all select at, manager, 'create-access-codes', 'batch', batch_id, null, null, jsonb_build_object('product', product_code, 'codes', size, 'maxUsage', max_usage, 'expiresAt', pg_temp.iso(expires_at), 'note', note), null
    from t_batches join products p on p.id = product_id, term
  union all select in_at, staff_id, 'process', 'entitlement', id, null, '{"source": null}', '{"source": "staff", "restored": []}',
    pg_temp.pick(k, 'why in', '{"Teacher confirmed by email, code card was lost",Bookstore sold the wrong product,"Paid by check, school office confirmed","Retakes the course, same book"}'::text[]) from t_students where staff_id is not null
  union all select removed_at, pg_temp.pick(k, 'removes', changers), 'unprocess', 'entitlement', s.id, null, jsonb_build_object('source', did, 'processedAt', pg_temp.iso(in_at)),
    jsonb_build_object('voided', (select jsonb_agg(coupon_code) from t_used u join coupons c on c.id = coupon_id where u.entitlement_id = s.id)),
    pg_temp.pick(k, 'why out', '{Dropped the course,"Same student, second account","Teacher asked: wrong section"}'::text[]) from t_students s, term where removed_at is not null
  union all select back_at, pg_temp.pick(k, 'refunds', changers), 'refund-payment', 'entitlement', id, null, null,
    jsonb_build_object('payment', session, 'amount', '$' || amount / 100 || '.00', 'products', (select jsonb_agg(product_code order by p.id) from products p where p.id = any(bought))),
    case what when 'second' then 'Paid twice' else pg_temp.pick(k, 'why back', '{Dropped the course,Has a code from the bookstore,Bought for the wrong section,Parent paid too}'::text[]) end from t_checkouts, term where back_at is not null and not is_part
  union all select asked_at + interval '30 minutes', helper, 'view', 'entitlement', id, null, null, null, null from t_help
  union all select answered_at, helper, 'answer-help', 'help', help_id, null, null, null, null from t_help
  union all select viewed_at, pg_temp.pick(k, 'views', staff), 'view', 'entitlement', id, null, null, null, null
    from t_students, term, lateral (select now - pg_temp.days(pg_temp.within(k, 'viewed', 0, 40)) as viewed_at) v where year = 0 and pg_temp.rnd(k, 'is viewed') < 1 / 60.0 and viewed_at > at
), lines as (
  select at, 'staff:' || staff_id as actor, action, kind, id, key, before, after, reason from by_staff
  union all select lost_at, 'system', 'unprocess', 'entitlement', id, null, jsonb_build_object('source', did, 'processedAt', pg_temp.iso(in_at)), '{"voided": []}',
    case follows when 'dispute' then 'dispute' else pg_temp.pick(k, 'why back', '{Dropped the course,Has a code from the bookstore,Bought for the wrong section,Parent paid too}'::text[]) end
    from t_students where lost_at is not null and removed_at is null
  union all select end_at + interval '1 hour', 'system', 'end-access', 'entitlement', id, null, jsonb_build_object('source', did, 'processedAt', pg_temp.iso(in_at)), jsonb_build_object('voided', coalesce(codes, '[]')), null
    from t_students left join (select entitlement_id as id, jsonb_agg(coupon_code) as codes from t_used join coupons c on c.id = coupon_id group by 1) u using (id) where is_over
  union all select a.activated_at, coalesce('staff:' || staff_id, 'system'), 'activate-course', 'course', course_id, null, '{"products": []}',
    jsonb_build_object('products', (select jsonb_agg(product_code order by p.id) from products p where p.id = any(a.product_ids))), null from activations a join t_courses using (course_id)
)
select lines.* from lines, term where at < now order by at, action, id;

-- ---- Launches ----------------------------------------------------------------------------------------------------

-- The diary of the last 30 days: students of this autumn open the course on a fifth of the school days, and less on a weekend; teachers
-- more often. At one 1.1 school of thirteen a wrong secret refused most launches for two days.
insert into launch_diary (id, at, reference, version, outcome, consumer_key, binding, issuer, client_id, deployment_id, school, context_id, skew_seconds, parameters, detail) overriding system value
select id, at, upper(left(digits, 5) || '-' || right(digits, 5)), version,
  coalesce(refused, case when teaches then ('{teacher,wts,deep_link}'::text[])[1 + width_bucket(pg_temp.rnd(v, 'opens'), '{0.8,0.95}'::float8[])] else 'pay' end), case version when '1.1' then key end,
  case version when '1.3' then ('{cookie,storage,click}'::text[])[1 + width_bucket(pg_temp.rnd(v, 'binding'), '{0.8,0.94}'::float8[])] end, issuer, case version when '1.3' then client_id end, case version when '1.3' then deployment end,
  school, context_id, case when refused = 'timestamp' then -320 - floor(pg_temp.rnd(v, 'skew') * 900)::int else floor(pg_temp.rnd(v, 'skew') * 4)::int - 2 end,
  case version when '1.1' then '{lti_message_type,lti_version,resource_link_id,context_id,context_title,user_id,roles,lis_person_name_full,lis_person_contact_email_primary,oauth_consumer_key,oauth_nonce,oauth_timestamp,oauth_signature_method,oauth_version,oauth_signature}'
    else '{id_token,state,iss,aud,sub,nonce,exp,iat}' end::text[], case when refused = 'timestamp' then 'the clock of the LMS differs' end
from (
  select nextval('launch_diary_id_seq') as id, visits.* from (
    select v, at, ago, teaches, course_id from (
      select v, ago, teaches, course_id, since, day + pg_temp.time_of_day(v, 'visit') as at
      from term, (select ago, date_trunc('day', now) - make_interval(days => ago) as day from term, generate_series(0, 29) ago) days,
        (select k, course_id, at as since, false as teaches from t_students where year = 0 union all select k, course_id, at, true from t_teaching where year = 0) who, lateral (select k * 32 + ago as v) draw
      where since < day + interval '1 day' and pg_temp.rnd(v, 'visits') < visits * case when extract(isodow from day) > 5 then 0.35 else 1 end * case when teaches then 1.5 else 1 end
      offset 0
    ) drawn, term where at >= since and at < now order by at, v
  ) visits
) n join t_courses c using (course_id) join t_connections using (i, version), lateral (select pg_temp.scramble(id, 8) || left(md5('launch' || id), 2) as digits) r,
  lateral (select case when version = '1.1' and i % 13 = 2 and ago in (8, 9) then case when pg_temp.rnd(v, 'refused') < 0.8 then 'signature' end
    when pg_temp.rnd(v, 'refused') < 0.012 then case version when '1.1' then ('{timestamp,nonce,signature,parameter}'::text[])[1 + width_bucket(pg_temp.rnd(v, 'why') * 12, '{5,9,11}'::float8[])]
      else ('{browser,state,token-time,deployment,issuer}'::text[])[1 + width_bucket(pg_temp.rnd(v, 'why') * 12.5, '{5,9,11,12}'::float8[])] end end as refused) f
order by id;

-- ---- At the end --------------------------------------------------------------------------------------------------

-- Days of the past are counted again, with the figures of the term; and the planner knows the new rows at once.
delete from daily_totals;
analyze;
