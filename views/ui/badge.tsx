interface BadgeProps {
  children: string
  tone?: 'good' | 'problem' | 'plain'
}

/** Label with a state in one or two words. The color repeats what the words say. */
export const Badge = ({ children, tone = 'plain' }: BadgeProps) => (
  <span className={tone === 'plain' ? 'tag' : `tag tag-${tone}`}>{children}</span>
)

/** Badge that says whether a person has access. */
export const InOrOut = ({ isIn }: { isIn: boolean }) => (
  <Badge tone={isIn ? 'good' : 'plain'}>{isIn ? 'has access' : 'no access'}</Badge>
)

/** Badge for a person whose last launch had the TestUser role. */
export const TestPerson = () => <Badge>test person</Badge>
