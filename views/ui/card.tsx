import type { ReactNode } from 'react'

/** One question a screen: the column that students see. */
export const Card = ({ children }: { children: ReactNode }) => <section className="card">{children}</section>
