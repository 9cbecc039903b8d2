import type { Queryable } from '#src/core/db/db.ts'
import { hasWords, listRows, SqlValues } from '#src/core/db/list-rows.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import type { ListPage, ListQuery } from '#src/core/rules/list-query.ts'
import { columnOf } from '../rules/entry-fields.ts'
import type { ChangeState } from '../rules/sign-change.ts'
import { type ListedSign, lackable, type signStates } from '../rules/sign-list.ts'
import { COLUMNS, type Row, toSign } from './signs.ts'

const LATEST = `(select k.id, k.state, k.withdraws from sign_changes k
  where k.sign = s.slug and k.state <> 'draft' order by k.id desc limit 1)`

const STATES: Record<keyof typeof signStates, string> = {
  waiting: "k.state = 'waiting'",
  sent_back: "k.state = 'sent_back'",
  approved: "k.state = 'approved'",
  untouched: 'k.id is null',
}

const WORDS = `s.gloss || ' ' || array_to_string(s.english, ' ') || ' ' || array_to_string(coalesce(s.spanish, '{}'), ' ')`

type Read = Row & { changeId: number | null; changeState: ChangeState | null; withdraws: boolean }

/** Lists the entries of the dictionary, each with the state of its latest change. */
export const listSignRows = async (db: Queryable, query: ListQuery): Promise<ListPage<ListedSign>> => {
  const values = new SqlValues()
  const { unit = '', state = '', lacks } = query.filters
  const { rows, ...page } = await listRows<Read>(
    db,
    {
      select: `${COLUMNS}, k.id as "changeId", k.state as "changeState", coalesce(k.withdraws, false) as withdraws`,
      from: `signs s left join lateral ${LATEST} k on true`,
      where: [
        hasWords(WORDS, query.words, values),
        /^\d{1,2}$/.test(unit) ? `s.unit = ${values.add(Number(unit))}` : null,
        isKeyOf(STATES, state) ? STATES[state] : null,
        lacksField(lacks),
      ],
      id: 's.id',
      sorts: {
        course: { by: 's.id', kind: 'number' },
        gloss: { by: 's.gloss', kind: 'text' },
        newest: { by: 'coalesce(k.id, 0)', kind: 'number', descends: true },
      },
      values,
    },
    query,
  )
  return {
    ...page,
    rows: rows.map(({ changeId, changeState, withdraws, ...row }) => ({
      sign: toSign(row),
      changeId,
      withdraws,
      state: changeState,
    })),
  }
}

/** SQL condition that a field is empty: null, an empty text or an empty list. */
const lacksField = (name: string | undefined): string | null => {
  const field = lackable.find(each => each === name)
  return field ? `coalesce(s.${columnOf(field)}::text, '') in ('', '{}')` : null
}
