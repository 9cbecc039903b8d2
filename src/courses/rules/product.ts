export interface Product {
  id: number
  productCode: string
  name: string
  stripePriceId: string
  /** Unit numbers 1 to 19. */
  unitsForTeacher: number[]
  /** True for the product named zfree, which is never sold or required. */
  isFree: boolean
}

/** Returns a lookup of typed product codes: an exact match, else the only match ignoring case. */
export const productFinder = <P extends Pick<Product, 'productCode'>>(products: P[]): ((typed: string) => P | null) => {
  const exact = new Map(products.map(p => [p.productCode, p]))
  const alike = new Map<string, P | null>()
  for (const p of products) {
    const folded = p.productCode.toLowerCase()
    alike.set(folded, alike.has(folded) ? null : p)
  }
  return typed => exact.get(typed) ?? alike.get(typed.toLowerCase()) ?? null
}

export const onlyFree = (products: Product[]): boolean => products.length > 0 && products.every(p => p.isFree)

export const sortedUnits = (units: number[]): number[] => [...new Set(units)].sort((a, b) => a - b)

/** Returns the open units, sorted and unique; [1] if there are none. */
export const openedUnits = (units: number[]): number[] => (units.length > 0 ? sortedUnits(units) : [1])

export const UNITS = Array.from({ length: 19 }, (_, i) => i + 1)

export const canSaveProduct = (given: { name: string; stripe_price_id: string }): boolean =>
  given.name.trim() !== '' && given.stripe_price_id.trim() !== ''

export const unitsText = ({ unitsForTeacher }: Pick<Product, 'unitsForTeacher'>): string =>
  unitsForTeacher.length === 0 ? 'none' : unitsForTeacher.join(', ')
