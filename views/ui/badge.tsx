interface BadgeProps {
  children: string
  tone?: 'good' | 'problem' | 'plain'
}

/** A state in one or two words; its colour only repeats what they say. */
export const Badge = ({ children, tone = 'plain' }: BadgeProps) => (
  <span className={tone === 'plain' ? 'tag' : `tag tag-${tone}`}>{children}</span>
)

/** Whether a person is in. */
export const InOrOut = ({ isIn }: { isIn: boolean }) => (
  <Badge tone={isIn ? 'good' : 'plain'}>{isIn ? 'in' : 'not in'}</Badge>
)
