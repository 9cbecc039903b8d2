/** SQL for the name of a staff user by id; null once they were removed. */
export const nameOf = (staffId: string): string =>
  `(select nullif(trim(u.first_name || ' ' || u.last_name), '') from staff_users u where u.id = ${staffId})`
