/**
 * SQL for the published clips of a sign `s`, as `PublishedClip[]` of the dictionary: the sign alone first, the usual form
 * before its variants.
 */
export const PUBLISHED_CLIPS = `(select coalesce(json_agg(json_build_object(
    'kind', c.kind, 'variant', c.variant, 'signer', g.name, 'recordedOn', c.recorded_on,
    'reviewedBy', nullif(trim(r.first_name || ' ' || r.last_name), ''), 'reviewedOn', c.reviewed_at::date,
    'duration', c.duration, 'fps', c.fps,
    'files', (select json_agg(json_build_object('role', f.role, 'name', f.name, 'width', f.width, 'height', f.height)
      order by f.role, f.place) from clip_files f where f.clip_id = c.id)
  ) order by c.kind desc, c.variant), '[]')
  from clips c join clip_signers g on g.id = c.signer_id left join staff_users r on r.id = c.reviewed_by
  where c.sign = s.slug and c.state = 'published')`
