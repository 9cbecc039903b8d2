import { isRecord } from '#src/core/rules/guards.ts'

/** Maximum length of a JWT in characters. A real id_token has a few thousand. */
export const JWT_MAX = 64 * 1024
/** Maximum depth of nested values. Claims of LTI need four levels. */
const DEPTH_MAX = 16

type Part = Record<string, unknown>

/**
 * Decodes a JWT's header and claims without verifying them; null when it is not a JWT. Use the result only to refuse
 * the token or to show it to its sender. A stranger may send anything, so length and number of parts are checked before
 * a part is decoded.
 */
export const readJwt = (jwt: string): { head: Part; claims: Part } | null => {
  if (jwt.length > JWT_MAX) return null
  const parts = jwt.split('.', 4)
  if (parts.length !== 3) return null
  const head = readPart(parts[0])
  const claims = head && readPart(parts[1])
  return head && claims ? { head, claims } : null
}

const readPart = (part = ''): Part | null => {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return isRecord(value) && isPlain(value) ? value : null
  } catch {
    return null
  }
}

/**
 * Returns true if the values can be converted to text. Deep nesting exhausts the call stack, and an object with a
 * `toString` or `valueOf` of its own throws. Works level by level, without recursion.
 */
const isPlain = (value: Part): boolean => {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    const nested = level.filter(each => typeof each === 'object' && each !== null)
    if (depth > DEPTH_MAX || nested.some(isUnprintable)) return false
    level = nested.flatMap(each => Object.values(each))
  }
  return true
}

const isUnprintable = (value: object): boolean => Object.hasOwn(value, 'toString') || Object.hasOwn(value, 'valueOf')
