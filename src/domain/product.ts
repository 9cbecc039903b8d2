/** What is sold: an access code or a card payment opens one product (spec §3). */
export interface Product {
  id: number
  productCode: string
  name: string
  stripePriceId: string
  /** Unit numbers 1 to 19. */
  unitsForTeacher: number[]
  /** The product named zfree: never sold, never asked for (rules.md A9). */
  isFree: boolean
}

export const sold = (products: Product[]): Product[] => products.filter(p => !p.isFree)

/** asl1 and ASL1 are one code: whoever types it means the same. */
export const isSameProductCode = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/**
 * Finds the product that a code as typed names: exactly this one, else the only one that differs in upper and lower case
 * alone. Of twins, asl1 beside ASL1, neither is guessed: what it opens is sold.
 */
export const productFinder = <P extends Pick<Product, 'productCode'>>(products: P[]): ((typed: string) => P | null) => {
  const exact = new Map(products.map(p => [p.productCode, p]))
  const alike = new Map<string, P | null>()
  for (const p of products) {
    const folded = p.productCode.toLowerCase()
    alike.set(folded, alike.has(folded) ? null : p)
  }
  return typed => exact.get(typed) ?? alike.get(typed.toLowerCase()) ?? null
}

/** A course that asks for nothing: it has products, and all of them are free. */
export const onlyFree = (products: Product[]): boolean => products.length > 0 && products.every(p => p.isFree)

export const sortedUnits = (units: number[]): number[] => [...new Set(units)].sort((a, b) => a - b)

/** What a course's products open of the units, each once and sorted; none means unit 1 (rules.md E7). */
export const openedUnits = (units: number[]): number[] => (units.length > 0 ? sortedUnits(units) : [1])

/** What may be chosen for a product (spec §9). */
export const UNITS = Array.from({ length: 19 }, (_, i) => i + 1)

/** Create and update are disabled while name or price id is empty (spec §5). */
export const canSaveProduct = (given: { name: string; stripe_price_id: string }): boolean =>
  given.name.trim() !== '' && given.stripe_price_id.trim() !== ''

export const unitsText = ({ unitsForTeacher }: Pick<Product, 'unitsForTeacher'>): string =>
  unitsForTeacher.length === 0 ? 'none' : unitsForTeacher.join(', ')
