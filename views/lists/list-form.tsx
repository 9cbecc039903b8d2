import type { Sign } from '#src/signs/rules/dictionary.ts'
import { LIST_NAME_MAX } from '#src/signs/rules/sign-lists.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { useServerTexts } from '../ui/texts.ts'

interface ListFormProps {
  name: string
  /** On the list. */
  signs: Sign[]
  unit: number
  unitSigns: Sign[]
  units: number[]
}

/** The name of a list, its signs, and those of a unit to add: saving keeps all checked ones. */
export const ListForm = ({ name, signs, unit, unitSigns, units }: ListFormProps) => {
  const texts = useServerTexts('lists')
  const slugs = signs.map(({ slug }) => slug)
  const others = unitSigns.filter(({ slug }) => !slugs.includes(slug))
  return (
    <form method="post" className="list-edit">
      <input type="hidden" name="intent" value="save" />
      <Field label={texts.name} name="name" defaultValue={name} maxLength={LIST_NAME_MAX} required autoComplete="off" />
      <fieldset>
        <legend>{texts.onList}</legend>
        <p className="hint">{signs.length > 0 ? texts.uncheck : texts.empty}</p>
        <Choices signs={signs} isOn />
      </fieldset>
      <div className="list-unit">
        <Select
          label={texts.addFrom}
          name="unit"
          value={String(unit)}
          options={units.map(each => ({ value: String(each), label: texts.unit(each) }))}
        />
        <Button look="quiet">{texts.showUnit}</Button>
      </div>
      <fieldset>
        <legend>{texts.unitSigns(unit)}</legend>
        <Choices signs={others} />
      </fieldset>
      <Button>{texts.save}</Button>
    </form>
  )
}

const Choices = ({ signs, isOn = false }: { signs: Sign[]; isOn?: boolean }) => (
  <ul className="list-choices">
    {signs.map(({ slug, gloss, english }) => (
      <li key={slug}>
        <label>
          <input type="checkbox" name="sign" value={slug} defaultChecked={isOn} />
          <span>
            <span className="gloss">{gloss}</span> <span className="soft">{english.join(', ')}</span>
          </span>
        </label>
      </li>
    ))}
  </ul>
)
