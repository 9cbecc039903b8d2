import type { ReactNode } from 'react'

/** Card that holds one question, in the student column. */
export const Card = ({ children }: { children: ReactNode }) => <section className="card">{children}</section>
