-- What the bench of scale needs beside the practice term (src/practice/term.sql), after it. :people is the number of people.

-- One school ordered twenty batches, 40,000 seats for a million people. Half of them are used, at courses of all schools.
insert into coupon_batches (school_id, product_id, size, note, created_at)
select min(school_id), (select min(id) from products), :people / 500, 'Bookstore order ' || n, now() - n * interval '30 days' from consumers, generate_series(20, 1, -1) n group by n order by n desc;

insert into coupons (coupon_code, code_key, product_id, used, batch_id, expires_at)
select code, code, b.product_id, n % 2, b.id, now() + n % 700 * interval '1 day'
from coupon_batches b, generate_series(1, b.size) n, lateral (select 'SCALE' || b.id || 'N' || n as code) c where b.note like 'Bookstore order %' order by b.id, n;

insert into coupon_uses (coupon_id, entitlement_id, product_id, attached_at)
select k.id, e.id, k.product_id, e.processed_at
from (select *, row_number() over (order by id) as place from coupons where code_key like 'SCALE%' and used > 0) k
  join (select *, row_number() over (order by id) as place from entitlements e where source = 'card' and not exists (select from coupon_uses where entitlement_id = e.id)) e using (place);

insert into seat_links (id, school_id, created_by) overriding system value select 1, min(school_id), 1 from consumers;
select setval('seat_links_id_seq', 1);

insert into pgboss.job (name, data)
select 'dead', json_build_object('name', 'canvas-enrollment', 'attempt', 8, 'data', json_build_object('entitlementId', n), 'error', 'Canvas did not answer') from generate_series(1, 150) n;

vacuum analyze;
