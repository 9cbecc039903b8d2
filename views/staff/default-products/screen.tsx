import type { AuditEntry } from '#src/core/rules/audit.ts'
import { rowId, rowIds } from '#src/core/rules/row-id.ts'
import { courseStatus } from '#src/courses/contract.ts'
import { courseRefusals, productChoices, productLabel } from '#src/courses/rules/activation.ts'
import type { Product } from '#src/courses/rules/product.ts'
import { waitingMessages } from '#src/courses/rules/waiting-courses.ts'
import type { SchoolDefaults } from '#src/schools/rules/school.ts'
import { done, refused } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Beside, OfficePage, Panel } from '../../ui/office-page.tsx'
import { History } from '../history.tsx'
import { type Rights, rightsOf, type StaffContext, staffScreen, urlParam } from '../staff-screen.ts'
import { listDefaultProducts } from "#src/courses/default-products.ts";
import { listProducts } from "#src/courses/list-products.ts";
import { listAudit } from "#src/staff/list-audit.ts";
import { setDefaultProducts } from "#src/courses/default-products.ts";

interface DefaultsPage {
  schools: SchoolDefaults[]
  chosen: SchoolDefaults | null
  choices: Product[]
  history: AuditEntry[]
  rights: Rights
  /** The address names a school that does not exist. */
  isMissing: boolean
}

/** Id of a school in URLs: 'c7' is a consumer, 'd7' a deployment. */
const refOf = (school: Pick<SchoolDefaults, 'version' | 'id'>): string =>
  `${school.version === '1.1' ? 'c' : 'd'}${school.id}`

const load = async (context: StaffContext) => {
  const { app, staff } = context
  const schools = await listDefaultProducts(app)
  const typed = urlParam(context, 'school')
  const chosen = schools.find(s => refOf(s) === typed) ?? null
  const products = await listProducts(app)
  const free = products.filter(p => p.isFree && chosen?.products.some(c => c.id === p.id))
  const subject = chosen && ({ kind: chosen.version === '1.1' ? 'consumer' : 'deployment', id: chosen.id } as const)
  const history = subject ? await listAudit(app, { subject, changesOnly: true, most: 20 }, staff) : []
  const isMissing = typed !== '' && !chosen
  return page<DefaultsPage>(
    {
      schools,
      chosen,
      choices: [...productChoices(products), ...free],
      history,
      rights: rightsOf(staff),
      isMissing,
    },
    { title: 'Default Products', status: isMissing ? 404 : 200 },
  )
}

const save = async (context: StaffContext, { all }: Form) => {
  const [letter, ...figures] = urlParam(context, 'school')
  const id = rowId(figures.join('')) ?? 0
  const productIds = rowIds(all.product_ids)
  const school = { version: letter === 'd' ? '1.3' : '1.1', id } as const
  const result = await setDefaultProducts(context.app, school, productIds, context.staff)
  if (!result.ok) return refused(result.reason, courseRefusals[result.reason], courseStatus[result.reason])
  return done(hrefs.defaultProducts(refOf(school)), waitingMessages.saved(result.school))
}

/** Default products: new courses of a school start with these and need no activation by staff. */
export const defaultProductsScreen = staffScreen<DefaultsPage>({
  path: paths.defaultProducts,
  nav: { group: 'Schools', label: 'Default Products' },
  load,
  submit: { default: save },
  View: ({ data, site }) => (
    <OfficePage
      title="Default Products"
      lead="A school's new courses start with these products. Without any, new courses wait for you."
      problem={data.isMissing && courseRefusals.school_not_found.message}
    >
      {data.chosen && (
        <Beside>
          <Panel title={data.chosen.name} form>
            <Facts of={[[data.chosen.version === '1.1' ? 'Consumer key' : 'Deployment', data.chosen.key]]} />
            {data.rights.manage ? (
              <DefaultsForm school={data.chosen} choices={data.choices} />
            ) : (
              <ProductCodes school={data.chosen} />
            )}
          </Panel>
          <History entries={data.history} timezone={site.timezone} />
        </Beside>
      )}
      <Panel title="Schools">
        <DataTable
          caption="Schools and their default products"
          head={['School', 'Key', 'LTI', 'Default products']}
          empty="No schools yet."
          rows={data.schools.map(school => ({
            key: refOf(school),
            marked: school === data.chosen,
            cells: [
              <a key="s" href={hrefs.defaultProducts(refOf(school))}>
                {school.name}
              </a>,
              school.key,
              school.version,
              <ProductCodes key="p" school={school} />,
            ],
          }))}
        />
      </Panel>
    </OfficePage>
  ),
})

const ProductCodes = ({ school: { products } }: { school: SchoolDefaults }) =>
  products.length > 0 ? products.map(p => p.productCode).join(', ') : <span className="soft">none</span>

/** Radio buttons for an LTI 1.3 school, whose courses have one product each; checkboxes otherwise. */
const DefaultsForm = ({ school, choices }: { school: SchoolDefaults; choices: Product[] }) => {
  const has = (id: number) => school.products.some(p => p.id === id)
  return (
    <form method="post" action={hrefs.defaultProducts(refOf(school))} className="form">
      <fieldset className="checks">
        <legend>Default products</legend>
        {school.version === '1.3' && (
          <Check
            label="None. Activate each new course by hand"
            type="radio"
            name="product_ids"
            value=""
            defaultChecked={school.products.length === 0}
          />
        )}
        {choices.map(p => (
          <Check
            key={p.id}
            type={school.version === '1.3' ? 'radio' : 'checkbox'}
            label={productLabel(p)}
            name="product_ids"
            value={p.id}
            defaultChecked={has(p.id)}
          />
        ))}
      </fieldset>
      <div className="buttons">
        <Button>Save</Button>
      </div>
    </form>
  )
}
