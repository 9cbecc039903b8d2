-- A message's key names its row by kind and id: a token changes, and with it nobody was known to have been written to.
UPDATE messages m SET key = split_part(m.key, ':', 1) || ':enrollment:' || e.id || coalesce(':' || nullif(split_part(m.key, ':', 3), ''), '')
FROM enrollments e WHERE split_part(m.key, ':', 1) IN ('welcome', 'ready', 'access-ends') AND split_part(m.key, ':', 2) = e.token;
--> statement-breakpoint
UPDATE messages m SET key = split_part(m.key, ':', 1) || ':membership:' || e.id || coalesce(':' || nullif(split_part(m.key, ':', 3), ''), '')
FROM memberships e WHERE split_part(m.key, ':', 1) IN ('welcome', 'access-ends') AND split_part(m.key, ':', 2) = e.token;
