import { LIST_NAME_MAX, LISTS_MAX, type SignList } from '#src/signs/rules/sign-lists.ts'
import { hrefs } from '../paths.ts'
import type { Launch } from '../teacher/launch.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Shelf } from '../ui/pictures/shelf.tsx'
import { useServerTexts } from '../ui/texts.ts'

interface ListsOverviewProps {
  lists: SignList[]
  launch: Launch
  typed: string | null
}

/** The lists of a course, and a form for a new one. */
export const ListsOverview = ({ lists, launch, typed }: ListsOverviewProps) => {
  const texts = useServerTexts('lists')
  return (
    <>
      {lists.length === 0 && <Shelf />}
      <p className="lead">{lists.length === 0 ? texts.none : texts.about}</p>
      <ul className="list-cards">
        {lists.map(({ id, name, signs }) => (
          <li key={id}>
            <a href={hrefs.ltiLists(launch, { list: id })} aria-label={texts.change(name)}>
              <strong dir="auto">{name}</strong>
              <span className="soft">{texts.signs(signs.length)}</span>
            </a>
          </li>
        ))}
      </ul>
      {lists.length < LISTS_MAX && (
        <form method="post" action={hrefs.ltiLists(launch)} className="list-new">
          <input type="hidden" name="intent" value="create" />
          <Field
            label={texts.newName}
            hint={texts.newHint}
            name="name"
            defaultValue={typed ?? ''}
            maxLength={LIST_NAME_MAX}
            required
            autoComplete="off"
          />
          <Button>{texts.create}</Button>
        </form>
      )}
    </>
  )
}
