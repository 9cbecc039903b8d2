-- The message key names its row by kind and id. The token it named before can change, which caused repeated messages.
UPDATE messages m SET key = split_part(m.key, ':', 1) || ':enrollment:' || e.id || coalesce(':' || nullif(split_part(m.key, ':', 3), ''), '')
FROM enrollments e WHERE split_part(m.key, ':', 1) IN ('welcome', 'ready', 'access-ends') AND split_part(m.key, ':', 2) = e.token;
--> statement-breakpoint
UPDATE messages m SET key = split_part(m.key, ':', 1) || ':membership:' || e.id || coalesce(':' || nullif(split_part(m.key, ':', 3), ''), '')
FROM memberships e WHERE split_part(m.key, ':', 1) IN ('welcome', 'access-ends') AND split_part(m.key, ':', 2) = e.token;
