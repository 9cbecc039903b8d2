/** A small model of payment rules: one person, two products, codes and card payments (docs/rules/payments.md). */
export type ProductName = 'A' | 'B'
export const PRICE = 4900

export interface Sold {
  products: ProductName[]
  /** The state at the card provider. */
  paid: boolean
  closed: boolean
  back: number
  /** The part of it that has reached us. */
  known: boolean
  gone: boolean
  chargeBack: number
  refunds: Map<string, { amount: number; product?: ProductName | undefined }>
  dispute: 'none' | 'open' | 'won' | 'lost'
  voided: Set<ProductName>
  covers: Set<ProductName>
}

export const total = (s: Sold): number => s.products.length * PRICE
export const backAsKnown = (s: Sold): number =>
  Math.max(
    s.chargeBack,
    [...s.refunds.values()].reduce((sum, r) => sum + r.amount, 0),
  )

export class PaymentModel {
  isIn = false
  source: 'code' | 'card' | 'staff' | null = null
  readonly codes = new Map<ProductName, 'live' | 'void'>()
  readonly sold = new Map<string, Sold>()
  needed: ProductName[]
  constructor(needed: ProductName[]) {
    this.needed = needed
  }

  get paid(): Set<ProductName> {
    return new Set([...this.sold.values()].flatMap(s => [...s.covers]))
  }
  get have(): Set<ProductName> {
    const live = [...this.codes].filter(([, state]) => state === 'live').map(([product]) => product)
    return new Set([...live, ...this.paid])
  }
  get missing(): ProductName[] {
    return this.needed.filter(p => !this.have.has(p))
  }
  /** The whole state as text, to compare with the product. */
  get state(): string {
    const live = [...this.codes].filter(([, state]) => state === 'live').map(([product]) => product)
    return stateText({ source: this.isIn ? this.source : null, paid: [...this.paid], codes: live })
  }

  private enter(source: 'code' | 'card' | 'staff') {
    this.isIn = true
    this.source = source
  }

  private settle() {
    const before = this.have
    for (const s of this.sold.values()) s.covers = new Set(this.covered(s))
    const lost = [...before].some(p => !this.have.has(p))
    if (!this.isIn && this.missing.length === 0 && this.paid.size > 0) this.enter('card')
    else if (this.isIn && this.source !== 'staff' && lost && this.missing.length > 0) this.isIn = false
  }

  private covered(s: Sold): ProductName[] {
    if (!s.known || s.dispute === 'lost' || backAsKnown(s) >= total(s)) return []
    const back = [...s.refunds.values()].map(r => r.product)
    return s.products.filter(p => !s.voided.has(p) && !back.includes(p))
  }

  /** A page view, which processes a complete row. */
  look(): void {
    if (this.isIn || this.missing.length > 0) return
    this.enter(this.needed.some(p => this.paid.has(p)) ? 'card' : 'code')
  }

  /** Opens a session or reuses an open one, and closes open sessions that no longer fit. */
  press(opened: string | null): void {
    if (this.isIn) return
    const wanted = this.missing.join()
    for (const s of this.waiting()) {
      if (s.paid) this.learn(s)
      else if (s.products.join() === wanted && !s.closed) return
      else s.closed = s.gone = true
    }
    if (!this.isIn && opened) this.open(opened)
  }
  private open(id: string) {
    const nothing = { paid: false, closed: false, back: 0, known: false, gone: false, chargeBack: 0 }
    const sets = { refunds: new Map(), voided: new Set<ProductName>(), covers: new Set<ProductName>() }
    this.sold.set(id, { products: this.missing, ...nothing, ...sets, dispute: 'none' })
  }
  private waiting = () => [...this.sold.values()].filter(s => !s.known && !s.gone)

  /** Any path that asks the provider: webhook, success page, next press, job. */
  learn(s: Sold): void {
    if (s.known) return
    if (s.closed) s.gone = true
    if (!s.paid) return
    s.known = true
    s.chargeBack = Math.max(s.chargeBack, s.back)
    this.settle()
  }
  hearCharge(s: Sold, back: number): void {
    s.chargeBack = Math.max(s.chargeBack, back)
    if (s.known) this.settle()
  }
  hearRefund(s: Sold, id: string, amount: number, product?: ProductName): void {
    s.refunds.set(id, { amount, product })
    if (s.known) this.settle()
  }
  hearDispute(s: Sold, state: 'open' | 'won' | 'lost'): void {
    if (s.dispute === 'none' || s.dispute === 'open') s.dispute = state
    if (s.known) this.settle()
  }

  code(product: ProductName): void {
    if (this.isIn || this.codes.has(product) || !this.missing.includes(product)) return
    this.codes.set(product, 'live')
    this.look()
  }

  giveAccess(): void {
    if (this.isIn) return
    this.enter('staff')
    for (const p of this.missing) if (this.codes.has(p)) this.codes.set(p, 'live')
    const open = this.missing
    for (const s of this.sold.values()) for (const p of open) s.voided.delete(p)
    this.settle()
    // A person with full coverage has it as source, not staff.
    if (this.missing.length === 0) this.source = this.needed.some(p => this.paid.has(p)) ? 'card' : 'code'
  }
  takeOut(): void {
    if (!this.isIn) return
    this.isIn = false
    for (const p of this.codes.keys()) this.codes.set(p, 'void')
    for (const s of this.sold.values()) {
      for (const p of s.covers) s.voided.add(p)
      s.covers = new Set()
    }
  }

  /** The job that closes open sessions which no longer fit, and settles paid ones. */
  close(): void {
    for (const s of this.waiting()) {
      if (!this.isIn && s.products.join() === this.missing.join()) continue
      if (!s.paid) s.closed = true
      this.learn(s)
    }
    this.settle()
  }
}

export const stateText = (given: { source: string | null; paid: string[]; codes: string[] }): string =>
  `${given.source ?? 'out'}, paid: ${given.paid.toSorted().join()}, codes: ${given.codes.toSorted().join()}`
