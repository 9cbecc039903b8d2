import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  children: ReactNode
  /** `danger`: cannot be undone, or takes access from many. Say beside it what it does, in numbers. */
  look?: 'primary' | 'quiet' | 'danger'
  /** Shows a spinner beside the label. */
  busy?: boolean
}

/** Use one primary button per view: the next thing to do. */
export const Button = ({ children, look = 'primary', busy = false, ...rest }: ButtonProps) => (
  <button className={`button button-${look}`} aria-busy={busy || undefined} {...rest}>
    {children}
    {busy && <span className="spinner" />}
  </button>
)

type ActionButtonProps = Omit<ButtonProps, 'children' | 'name' | 'value'> & {
  intent: string | undefined
  label: string
}

/** Sends its form to an action of the page: `intent` is a key of its `submit`. */
export const ActionButton = ({ intent, label, ...rest }: ActionButtonProps) => (
  <Button name="intent" value={intent} {...rest}>
    {label}
  </Button>
)

interface PostButtonProps extends ActionButtonProps {
  /** Address of the page that has the action. */
  to: string
  /** Names the record that the action is about. */
  fields?: Record<string, string | number>
}

/** A quiet button that is a form of its own, such as one in a row of a table. */
export const PostButton = ({ to, fields = {}, ...button }: PostButtonProps) => (
  <form method="post" action={to}>
    {Object.entries(fields).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <ActionButton look="quiet" {...button} />
  </form>
)

interface ButtonLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string
  look?: 'primary' | 'quiet'
  top?: boolean
}

export const ButtonLink = ({ href, look = 'primary', top = false, ...rest }: ButtonLinkProps) => (
  <a className={`button button-${look}`} href={href} target={top ? '_top' : undefined} {...rest} />
)

export const QuietLink = (link: Omit<ButtonLinkProps, 'look'>) => <ButtonLink look="quiet" {...link} />
